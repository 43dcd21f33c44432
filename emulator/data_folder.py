"""The folder that keeps everything: held by one emulator at a time."""

from __future__ import annotations

from pathlib import Path

from filelock import FileLock, Timeout

from emulator import CommandError


def database(folder: Path | None) -> Path | None:
    """The database of a data folder; None for memory."""
    return folder / "emulator.sqlite" if folder else None


def indexes(folder: Path | None) -> Path | None:
    """The folder of the search indexes; None for memory."""
    return folder / "indexes" if folder else None


def hold(folder: Path | None) -> FileLock | None:
    """Make the folder if it is not there, and hold it; CommandError if it cannot be had."""
    if folder is None:
        return None
    lock = FileLock(folder / "lock")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(blocking=False)
    except Timeout:
        raise CommandError(
            f"another emulator uses the data folder {folder}; stop it or choose another --data-dir"
        ) from None
    except FileExistsError:
        raise CommandError(
            f"the data folder {folder} is a file; choose another --data-dir"
        ) from None
    except OSError as error:
        raise CommandError(
            f"cannot use the data folder {folder}: {error.strerror}; choose another --data-dir"
        ) from None
    return lock
