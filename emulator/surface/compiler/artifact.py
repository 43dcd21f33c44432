"""The folder of compiled files: where it is, whether it is up to date, how it is written."""

import hashlib
import json
from pathlib import Path

from .packages import installed_versions

COMPILED = Path(__file__).parent.parent / "compiled"
STAMP = "stamp.json"


def refresh(folder: Path = COMPILED, force: bool = False) -> bool:
    """Compile into `folder` unless it is up to date; tell whether anything was written."""
    stamp = _stamp()
    if not force and _recorded(folder) == stamp:
        return False
    from .build import build  # Imports the clients, which takes seconds.

    files = build()
    folder.mkdir(parents=True, exist_ok=True)
    # The stamp is removed first and written last, so that an interrupted run is not taken for done.
    (folder / STAMP).unlink(missing_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    (folder / STAMP).write_text(json.dumps(stamp, indent=2, sort_keys=True) + "\n")
    return True


def _stamp() -> dict[str, str]:
    """What the artifact depends on: the compiler's sources and the clients' versions.

    A digest and not file times, which checkouts and archives do not keep.
    """
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return {"compiler": digest.hexdigest(), **installed_versions()}


def _recorded(folder: Path) -> dict[str, str] | None:
    try:
        recorded: dict[str, str] = json.loads((folder / STAMP).read_text())
    except (OSError, ValueError):
        return None
    return recorded
