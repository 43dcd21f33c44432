"""Zip files as mappings of paths to contents; one that is damaged or made to harm is refused."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Mapping
from pathlib import PurePosixPath

MOST_FILES = 20_000
MOST_BYTES = 64 << 20
"""Of all files together, unpacked."""

_EPOCH = (1980, 1, 1, 0, 0, 0)  # The earliest time that a zip can have: equal apps, equal bytes.


class BadZip(ValueError):
    """A file that is no zip, or one that is not unpacked."""


def read(content: bytes) -> dict[str, bytes]:
    """The files below the zip's one folder, by their paths in it, in the zip's order."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            found = _unpacked(archive)
    except BadZip:
        raise
    except (NotImplementedError, RuntimeError) as error:  # Other compressions, passwords.
        raise BadZip(f"it is packed in a way that is not supported: {error}") from None
    except Exception as error:  # Each compression has errors of its own for what is damaged.
        raise BadZip(f"it is not a zip file that can be read: {error}") from None
    return _below_the_folder(found)


def write(folder: str, files: Mapping[str, bytes]) -> bytes:
    """A zip of these files in one folder; the same bytes for the same files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            member = zipfile.ZipInfo(f"{folder}/{path}", _EPOCH)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            archive.writestr(member, content)
    return buffer.getvalue()


def _unpacked(archive: zipfile.ZipFile) -> dict[str, bytes]:
    members = [one for one in archive.infolist() if not one.filename.endswith("/")]
    if len(members) > MOST_FILES:
        raise BadZip(f"it has more than {MOST_FILES:,} files")
    found: dict[str, bytes] = {}
    left = MOST_BYTES
    for member in members:
        _check(member, found)
        # What a member says of its size need not be true.
        with archive.open(member) as file:
            content = file.read(left + 1)
        left -= len(content)
        if left < 0:
            raise BadZip(f"it has more than {MOST_BYTES:,} bytes, unpacked")
        found[member.filename] = content
    return found


def _check(member: zipfile.ZipInfo, found: Mapping[str, bytes]) -> None:
    name = member.filename
    path = PurePosixPath(name)
    if not path.parts:
        raise BadZip("it has a file without a name")
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in path.parts[0]:
        raise BadZip(f"the path {name[:200]!r} leads out of it")
    if stat.S_ISLNK(member.external_attr >> 16):
        raise BadZip(f"{name[:200]!r} is a link")
    if name in found:
        raise BadZip(f"{name[:200]!r} is in it twice")


def _below_the_folder(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Without the folder that all are in; what systems add beside it is left out."""
    kept = {path: content for path, content in files.items() if not path.startswith("__MACOSX/")}
    folders = {path.partition("/")[0] for path in kept if "/" in path}
    if len(folders) != 1 or any("/" not in path for path in kept):
        raise BadZip("it must have one folder with all files in it")
    return {path.partition("/")[2]: content for path, content in kept.items()}
