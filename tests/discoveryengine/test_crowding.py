from emulator.discoveryengine.search.ranking.crowding import limit_per_value


def test_the_first_of_each_value_are_kept():
    kept, crowded = limit_per_value("abcdef", [1, 2, 1, None, 1, None], 1)
    assert (kept, crowded) == (list("abdf"), list("ce"))
    kept, crowded = limit_per_value("abcdef", [1, 2, 1, None, 1, None], 2)
    assert (kept, crowded) == (list("abcdf"), ["e"])
