"""The settings: each is a flag, an environment variable `EMULATOR_...`, and a line of the README.

A flag wins over the environment, the environment over the default.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

_DEFAULT_DATA_DIR = Path(".emulator")


class Settings(BaseSettings):
    """How `serve` runs."""

    model_config = SettingsConfigDict(
        env_prefix="EMULATOR_",
        cli_kebab_case=True,
        cli_implicit_flags=True,
        cli_hide_none_type=True,
        cli_avoid_json=True,
        extra="ignore",
    )

    host: str = Field("127.0.0.1", description="address to listen on, for HTTP and gRPC")
    port: int = Field(8470, ge=0, le=65535, description="HTTP port: REST, MCP and documentation")
    grpc_port: int = Field(8471, ge=0, le=65535, description="gRPC port")
    data_dir: Path | None = Field(
        None, description=f"folder that keeps everything (default {_DEFAULT_DATA_DIR})"
    )
    ephemeral: bool = Field(False, description="keep everything in memory instead of a folder")
    seed: bool = Field(True, description="load the demo corpus into a new data folder")
    max_request_bytes: int = Field(
        64 * 1024 * 1024, ge=1024, description="largest request body, unpacked"
    )
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="further Host names, comma-separated, that MCP clients may call"
    )
    log_level: str = Field(
        "warning",
        pattern="^(debug|info|warning|error|critical)$",
        description="debug, info, warning, error or critical",
    )

    @field_validator("allowed_hosts", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return tuple(filter(None, value.split(","))) if isinstance(value, str) else value

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        if self.ephemeral and self.data_dir is not None:
            raise ValueError("--data-dir and --ephemeral exclude each other; choose one")
        return self

    @property
    def folder(self) -> Path | None:
        """Where the data is kept; None for memory."""
        return None if self.ephemeral else (self.data_dir or _DEFAULT_DATA_DIR)
