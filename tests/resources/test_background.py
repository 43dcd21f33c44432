"""Work that goes on after its call was answered."""

from __future__ import annotations

import threading

from emulator.resources.background import Background
from tests.processes import PATIENCE


def test_a_step_is_repeated_while_there_is_more() -> None:
    background, ended, left = Background(), threading.Event(), [2, 1, 0]

    def step() -> bool:
        more = bool(left.pop(0))
        if not more:
            ended.set()
        return more

    background.repeat(step)
    assert ended.wait(PATIENCE)
    background.close()
    assert left == []


def test_no_step_is_begun_after_the_end() -> None:
    background, begun, release, steps = Background(), threading.Event(), threading.Event(), []

    def step() -> bool:
        steps.append(1)
        begun.set()
        return release.wait(PATIENCE)

    background.repeat(step)
    assert begun.wait(PATIENCE)
    ending = threading.Thread(target=background.close)
    ending.start()
    while not background._workers._shutdown:
        pass
    release.set()
    ending.join(PATIENCE)
    background.repeat(step)
    assert steps == [1]
