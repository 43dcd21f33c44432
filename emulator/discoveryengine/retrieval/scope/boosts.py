"""BoostSpecs: what raises or lowers results."""

from __future__ import annotations

from emulator.control.clock import Clock
from emulator.discoveryengine.indexing.branches.branch_fields import BranchFields
from emulator.discoveryengine.retrieval.scope.filters import condition
from emulator.retrieval.ranking.boosts import Boost, BoostError, Curve, read_curve, written_amount
from emulator.surface.errors import invalid_argument
from emulator.surface.registry import Message
from emulator.surface.validation import check_size, enum_name

_MOST = 20


def boosts(
    spec: Message, fields: BranchFields, clock: Clock, where: str = "boost_spec"
) -> tuple[Boost, ...]:
    """The boosts of a BoostSpec; the clock tells how old a document is.

    INVALID_ARGUMENT for more than 20, a condition that is no filter, an amount outside of [-1, 1],
    and control points that do not fit their field or do not only rise or fall.
    """
    path = f"{where}.condition_boost_specs"
    check_size(spec.condition_boost_specs, _MOST, path)
    return tuple(
        _boost(one, fields, clock, f"{path}[{number}]")
        for number, one in enumerate(spec.condition_boost_specs)
    )


def _boost(spec: Message, fields: BranchFields, clock: Clock, where: str) -> Boost:
    name = spec.condition.strip() or "true"
    wanted = condition(spec.condition, fields, f"{where}.condition")
    if spec.HasField("boost_control_spec"):  # It takes the place of an amount beside it.
        control = spec.boost_control_spec
        return Boost(wanted, _curve(control, fields, clock, f"{where}.boost_control_spec"), name)
    try:
        return Boost(wanted, written_amount(spec.boost), name)
    except BoostError as error:
        raise invalid_argument(f"{where}.boost", f"{error}.") from None


def _curve(spec: Message, fields: BranchFields, clock: Clock, where: str) -> Curve:
    kind = enum_name(spec, "attribute_type")
    points = [
        (point.attribute_value, written_amount(point.boost_amount)) for point in spec.control_points
    ]
    try:
        return read_curve(spec.field_name, kind, points, fields.known, clock.now())
    except BoostError as error:
        raise invalid_argument(f"{where}.{error.part}", f"{error}.") from None
