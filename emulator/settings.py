"""The settings: each is a flag, an environment variable `EMULATOR_...`, and a line of the README.

A flag wins over the environment, the environment over the default.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from os.path import expanduser
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from emulator.addresses import is_authority, is_base_url, is_loopback
from emulator.control.clock import Moment

_DEFAULT_DATA_DIR = Path(".emulator")
_PREFIX = "EMULATOR_"
_PROJECT_NUMBER = re.compile(r"(?P<id>[a-z][a-z0-9.:-]*)=(?P<number>[1-9][0-9]{0,18})", re.ASCII)


class Settings(BaseSettings):
    """How `serve` runs. A variable that is set to nothing counts as not set."""

    model_config = SettingsConfigDict(env_prefix=_PREFIX, env_ignore_empty=True, extra="ignore")

    host: str = Field(
        "127.0.0.1",
        min_length=1,
        description="address to listen on, for HTTP and gRPC; `::` for all",
    )
    port: int = Field(
        8470,
        ge=0,
        le=65535,
        description="HTTP port, 0 for a free one: REST, MCP, documentation and console",
    )
    grpc_port: int = Field(8471, ge=0, le=65535, description="gRPC port, 0 for a free one")
    data_dir: Path | None = Field(
        None, description=f"folder that keeps everything (default: {_DEFAULT_DATA_DIR})"
    )
    ephemeral: bool = Field(False, description="keep everything in memory instead of a folder")
    seed: bool = Field(True, description="load the demo corpus into a new data folder")
    fixed_time: Moment | None = Field(
        None,
        description="time at which the clock stands, such as 2026-01-31T12:00:00Z, with ids that "
        "are the same at every start, for tests that compare whole responses; needs --ephemeral",
    )
    project_numbers: Annotated[tuple[tuple[str, str], ...], NoDecode] = Field(
        (),
        description="ids of projects with their numbers, comma-separated: "
        "my-project=123456789012; the number of others is derived from the id",
    )
    gcs_root: Path | None = Field(
        None, description="folder whose folders are buckets: gs://bucket/path is a file in it"
    )
    allow_markdown: bool = Field(
        False, description="take text/markdown, which the service refuses, as a document's type"
    )
    lenient_filters: bool = Field(
        False,
        description="take NOT before a group, and let unknown fields match nothing",
    )
    answers: Path | None = Field(
        None, description="JSON file of answers to give to questions that match, for tests of apps"
    )
    rules: Path | None = Field(
        None,
        description="TOML file of rules and texts that replace the built-in ones for classes of "
        "questions, synonyms, languages, grounding, safety and skipped answers",
    )
    model_url: str | None = Field(
        None,
        description="base address of a chat API of OpenAI's kind, such as "
        "http://127.0.0.1:11434/v1, whose model writes the text of answers and decides for the "
        "agents of CES",
    )
    model_name: str = Field("default", min_length=1, description="name of that model")
    model_key: SecretStr | None = Field(None, description="key that its API asks for")
    model_timeout: float = Field(
        30.0, gt=0, le=3600, description="seconds after which it is done without the model"
    )
    schema_mode: Literal["auto", "strict"] = Field(
        "auto",
        description="what a field without flags in the schema is used for: auto for everything, "
        "strict for nothing, as in the service",
    )
    max_content_bytes: int = Field(
        1_000_000, ge=1, description="largest content, or data, that a document may bring with it"
    )
    max_request_bytes: int = Field(
        64 * 1024 * 1024,
        ge=1024,
        description="largest request body, unpacked; over MCP at most 4 MiB",
    )
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="further host names, comma-separated, that MCP clients may reach the emulator "
        "by, and whose web pages may call it",
    )
    regional_hosts: bool = Field(
        False,
        description="refuse calls for another location than that of the host name, such as "
        "us-discoveryengine.localhost",
    )
    allow_code: bool = Field(
        False,
        description="run the Python of CES apps also where other machines reach the emulator",
    )
    code_folders: Annotated[tuple[Path, ...], NoDecode] = Field(
        (), description="folders, comma-separated, that the Python of CES apps may read"
    )
    tool_addresses: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="further `host` or `host:port`, comma-separated, that CES tools may call"
    )
    log_level: Literal["debug", "info", "warning", "error", "critical"] = Field(
        "warning", description="debug, info, warning, error or critical"
    )

    @field_validator("data_dir", "gcs_root", mode="before")
    @classmethod
    def _named(cls, value: object) -> object:
        if value == "":  # A path would take it for the working directory.
            raise ValueError("it should name a folder")
        return value

    @field_validator("data_dir", "gcs_root", "answers", "rules")
    @classmethod
    def _at_home(cls, value: Path | None) -> Path | None:
        # A shell leaves `~` as it is in --data-dir=~/data, and nobody expands it in a variable.
        return value and Path(expanduser(value))

    @field_validator("project_numbers", mode="before")
    @classmethod
    def _numbers(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        found = [_PROJECT_NUMBER.fullmatch(one.strip()) for one in value.split(",") if one.strip()]
        pairs = tuple((one["id"], one["number"]) for one in found if one)
        if len(pairs) < len(found):
            raise ValueError("it should be ids with their numbers, such as my-project=123456789012")
        if any(len(set(names)) < len(pairs) for names in zip(*pairs, strict=True)):
            raise ValueError("it should name each project once")
        return pairs

    @field_validator("gcs_root")
    @classmethod
    def _existing(cls, value: Path | None) -> Path | None:
        if value is not None and not value.is_dir():
            raise ValueError("it should be a folder that exists")
        return value

    @field_validator("answers", "rules")
    @classmethod
    def _file(cls, value: Path | None) -> Path | None:
        if value is not None and not value.is_file():
            raise ValueError("it should be a file that exists")
        return value

    @field_validator("model_url")
    @classmethod
    def _address(cls, value: str | None) -> str | None:
        if value is not None and not is_base_url(value):
            raise ValueError("it should be an address such as http://127.0.0.1:11434/v1")
        return value

    @field_validator("model_key")
    @classmethod
    def _key(cls, value: SecretStr | None) -> SecretStr | None:
        key = value.get_secret_value() if value else ""
        if not (key.isascii() and key.isprintable()):
            raise ValueError("it should be made of plain characters")
        return value

    @field_validator("allowed_hosts", "code_folders", "tool_addresses", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        return tuple(filter(None, (name.strip() for name in value.split(","))))

    @field_validator("allowed_hosts", "tool_addresses")
    @classmethod
    def _hosts(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not all(map(is_authority, value)):
            raise ValueError("each should be a host, such as app.test or app.test:8080")
        return tuple(map(str.lower, value))

    @field_validator("code_folders")
    @classmethod
    def _folders(cls, value: tuple[Path, ...]) -> tuple[Path, ...]:
        folders = tuple(Path(expanduser(folder)) for folder in value)
        if not all(map(Path.is_dir, folders)):
            raise ValueError("each should be a folder that exists")
        return folders

    @property
    def runs_code(self) -> bool:
        """Whether the Python of CES apps is run: only for this machine, or if it is allowed."""
        return self.allow_code or is_loopback(self.host)

    @property
    def folders_for_code(self) -> tuple[str, ...]:
        """The absolute paths of `code_folders`."""
        return tuple(str(folder.resolve()) for folder in self.code_folders)

    @property
    def folder(self) -> Path | None:
        """Where the data is kept; None for memory."""
        return None if self.ephemeral else (self.data_dir or _DEFAULT_DATA_DIR)


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return f"{_PREFIX}{name.upper()}"


def unknown_variables(environment: Iterable[str]) -> dict[str, str]:
    """The variables that are named like a setting's, and are none's, with what may be meant."""
    known = [name.upper() for name in Settings.model_fields]
    given = {name: name.upper().removeprefix(_PREFIX) for name in sorted(environment)}
    return {
        name: "".join(map(variable, get_close_matches(rest, known, n=1)))
        for name, rest in given.items()
        if name.upper() != rest and rest not in known
    }
