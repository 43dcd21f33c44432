"""The command line: flags, variables, help and exit codes."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import SecretStr

from emulator.cli import main, read_settings
from emulator.settings import Settings, variable
from tests.processes import COMMAND, environment

VALUES = {
    "host": ("0.0.0.0", "0.0.0.0"),
    "port": ("1234", 1234),
    "grpc_port": ("1235", 1235),
    "data_dir": ("some/folder", Path("some/folder")),
    "ephemeral": (None, True),
    "seed": (None, True),
    "fixed_time": ("2026-01-31T12:00:00Z", datetime(2026, 1, 31, 12, tzinfo=UTC)),
    "project_numbers": ("a-b=12, c.d:e=3,", (("a-b", "12"), ("c.d:e", "3"))),
    "gcs_root": ("/", Path("/")),
    "answers": ("pyproject.toml", Path("pyproject.toml")),
    "allow_markdown": (None, True),
    "lenient_filters": (None, True),
    "rules": ("pyproject.toml", Path("pyproject.toml")),
    "model_url": ("http://localhost:1/v1", "http://localhost:1/v1"),
    "model_name": ("small", "small"),
    "model_key": ("secret", SecretStr("secret")),
    "model_timeout": ("2.5", 2.5),
    "schema_mode": ("strict", "strict"),
    "max_content_bytes": ("9", 9),
    "max_request_bytes": ("4096", 4096),
    "allowed_hosts": ("*.test, [::1]:1, null,", ("*.test", "[::1]:1", "null")),
    "regional_hosts": (None, True),
    "allow_code": (None, True),
    "code_folders": ("/,tests", (Path("/"), Path("tests"))),
    "tool_addresses": ("one.test, Two.test:1", ("one.test", "two.test:1")),
    "log_level": ("debug", "debug"),
}
OTHERS = {
    "host": "127.0.0.9",
    "port": "1",
    "grpc_port": "2",
    "data_dir": "elsewhere",
    "ephemeral": "false",
    "seed": "false",
    "fixed_time": "2025-01-31T12:00:00+01:00",
    "project_numbers": "other=4",
    "gcs_root": "/tmp",
    "answers": "README.md",
    "allow_markdown": "false",
    "lenient_filters": "false",
    "rules": "README.md",
    "model_url": "https://models.test",
    "model_name": "large",
    "model_key": "other",
    "model_timeout": "60",
    "schema_mode": "auto",
    "max_content_bytes": "8",
    "max_request_bytes": "2048",
    "allowed_hosts": "three.test",
    "regional_hosts": "false",
    "allow_code": "false",
    "code_folders": "/tmp",
    "tool_addresses": "three.test",
    "log_level": "error",
}
MISTAKES = [
    (("--port", "abc"), "--port (or EMULATOR_PORT) is 'abc': it should be a valid integer"),
    (("--port", "65536"), "it should be less than or equal to 65535"),
    (("--grpc-port", "-1"), "it should be greater than or equal to 0"),
    (("--max-request-bytes", "10"), "it should be greater than or equal to 1024"),
    (("--log-level", "loud"), "it should be 'debug', 'info', 'warning', 'error' or 'critical'"),
    (("--data-dir", ""), "it should name a folder"),
    (("--host", ""), "--host (or EMULATOR_HOST) is '': it should have at least 1 character"),
    (("--fixed-time", "noon"), "is 'noon': it should be such as 2026-01-31T12:00:00Z"),
    (("--fixed-time", "2026"), "is '2026': it should be such as 2026-01-31T12:00:00Z"),
    (("--fixed-time", "2026-01-32T12:00:00Z"), "it should be a valid datetime"),
    (("--fixed-time", "2026-01-31T12:00:00"), "it should have timezone info"),
    (("--fixed-time", "1969-12-31T23:59:59Z"), "it should be greater than or equal to 1970-01-01"),
    (("--project-numbers", "mine"), "it should be ids with their numbers, such as my-project="),
    (("--project-numbers", "12=12"), "it should be ids with their numbers, such as my-project="),
    (("--project-numbers", "a=0"), "it should be ids with their numbers, such as my-project="),
    (("--project-numbers", "a=1,a=2"), "it should name each project once"),
    (("--project-numbers", "a=1,b=1"), "it should name each project once"),
    (("--gcs-root", "/no/such/folder"), "it should be a folder that exists"),
    (("--answers", "/no/such/file"), "it should be a file that exists"),
    (("--rules", "/no/such/file"), "it should be a file that exists"),
    (("--model-url", "localhost:11434"), "it should be an address such as http://127.0.0.1:11434"),
    (("--model-url", "ftp://localhost/v1"), "it should be an address such as"),
    (("--model-url", "http://localhost:port/v1"), "it should be an address such as"),
    (("--model-url", "http://me:secret@localhost/v1"), "it should be an address such as"),
    (("--model-url", "http://localhost/v1?key=1"), "it should be an address such as"),
    (("--model-name", ""), "it should have at least 1 character"),
    (("--model-timeout", "0"), "it should be greater than 0"),
    (("--model-timeout", "3601"), "it should be less than or equal to 3600"),
    (("--max-content-bytes", "0"), "it should be greater than or equal to 1"),
    (("--allowed-hosts", "one.test,http://two.test"), "each should be a host, such as app.test"),
    (("--allowed-hosts", "two words"), "each should be a host, such as app.test"),
    (("--tool-addresses", "one.test:65536"), "each should be a host, such as app.test"),
    (("--code-folders", "/,/no/such/folder"), "each should be a folder that exists"),
    (("--model-key", "line\nbreak"), "is hidden: it should be made of plain characters"),
]


@pytest.fixture(autouse=True)
def _plain_and_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Help has no colours and breaks no words."""
    monkeypatch.setenv("PYTHON_COLORS", "0")
    monkeypatch.setenv("COLUMNS", "1000")


@pytest.fixture
def _signals() -> Iterator[None]:
    """`serve` takes signals over; what pytest had set comes back."""
    import signal

    kept = [(number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)]
    yield
    for number, handler in kept:
        signal.signal(number, handler)


def flags(name: str) -> list[str]:
    flag, (text, _) = f"--{name.replace('_', '-')}", VALUES[name]
    return [flag] if text is None else [flag, text]


def test_every_setting_is_tried_here() -> None:
    assert VALUES.keys() == OTHERS.keys() == Settings.model_fields.keys()


@pytest.mark.parametrize("name", VALUES)
def test_flag(name: str) -> None:
    assert getattr(read_settings(flags(name)), name) == VALUES[name][1]


@pytest.mark.parametrize("name", VALUES)
def test_variable(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, value = VALUES[name]
    monkeypatch.setenv(variable(name), text or "true")
    assert getattr(read_settings([]), name) == value


@pytest.mark.parametrize("name", VALUES)
def test_flag_wins_over_variable(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable(name), OTHERS[name])
    assert getattr(read_settings(flags(name)), name) == VALUES[name][1]


@pytest.mark.parametrize("name", VALUES)
def test_empty_variable_counts_as_not_set(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable(name), "")
    assert read_settings([]) == Settings()


def test_switches_can_be_turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMULATOR_EPHEMERAL", "true")
    settings = read_settings(["--no-seed", "--no-ephemeral"])
    assert (settings.seed, settings.ephemeral) == (False, False)


def test_ephemeral_flag_wins_over_folder_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("EMULATOR_DATA_DIR", "/data")
    assert read_settings(["--ephemeral"]).folder is None


def test_ephemeral_variable_wins_over_that_of_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """The image names a folder, and services of GitHub Actions can be given variables only."""
    monkeypatch.setenv("EMULATOR_DATA_DIR", "/data")
    monkeypatch.setenv("EMULATOR_EPHEMERAL", "true")
    assert read_settings([]).folder is None


def test_flags_that_exclude_each_other_stop_the_start(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        read_settings(["--data-dir", "x", "--ephemeral"])
    assert "--data-dir and --ephemeral exclude each other; choose one" in capsys.readouterr().err


def test_folder_flag_wins_over_ephemeral_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMULATOR_EPHEMERAL", "true")
    assert read_settings(["--data-dir", "here"]).folder == Path("here")


def test_data_is_kept_in_the_working_directory_by_default() -> None:
    assert read_settings([]).folder == Path(".emulator")


@pytest.mark.usefixtures("_signals")
@pytest.mark.parametrize(("options", "sentence"), MISTAKES)
def test_bad_value_stops_the_start(
    options: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *options]) == 2
    output = capsys.readouterr()
    assert sentence in output.err
    assert output.err.startswith("discoveryengine-emulator: ")
    assert output.err.count("\n") == 1
    assert output.out == ""


@pytest.mark.usefixtures("_signals")
def test_bad_variable_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("EMULATOR_SEED", "maybe")
    assert main(["serve"]) == 2
    assert "--seed (or EMULATOR_SEED) is 'maybe'" in capsys.readouterr().err


@pytest.mark.usefixtures("_signals")
def test_a_variable_of_no_setting_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("EMULATOR_PROT", "1234")
    monkeypatch.setenv("EMULATOR_XYZZY", "1234")
    (tmp_path / "file").touch()
    assert main(["serve", "--data-dir", str(tmp_path / "file")]) == 1
    said = capsys.readouterr().err
    assert "EMULATOR_PROT is the variable of no setting; did you mean EMULATOR_PORT?\n" in said
    assert "EMULATOR_XYZZY is the variable of no setting\n" in said


@pytest.mark.usefixtures("_signals")
@pytest.mark.parametrize("options", [["--nope"], ["stray"], ["--por", "1"]])
def test_unknown_option(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", *options])
    assert ended.value.code == 2
    assert "unrecognized arguments" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "meant"),
    [
        ("--prot", "--port"),
        ("--data_dir=x", "--data-dir"),
        ("--ephemerel", "--ephemeral"),
        ("8080", "--port 8080"),
    ],
)
@pytest.mark.usefixtures("_signals")
def test_an_option_that_is_nearly_one(
    option: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["serve", option])
    assert f"unrecognized arguments: {option}; did you mean {meant}?" in capsys.readouterr().err


def test_a_path_may_begin_at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("EMULATOR_CODE_FOLDERS", "~,~/")
    (tmp_path / "answers.json").touch()
    options = ["--data-dir=~/data", "--gcs-root=~", "--answers=~/answers.json"]
    settings = read_settings(options)
    assert settings.folder == tmp_path / "data"
    assert settings.gcs_root == tmp_path
    assert settings.answers == tmp_path / "answers.json"
    assert settings.code_folders == (tmp_path, tmp_path)


@pytest.mark.parametrize(
    ("command", "hint"),
    [
        ("frobnicate", "see discoveryengine-emulator --help"),
        ("inport", "did you mean import?"),
    ],
)
def test_unknown_command(command: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command]) == 2
    assert f"unknown command '{command}'; {hint}\n" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_help_names_the_commands(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0
    output = capsys.readouterr().out
    assert "\n  serve " in output
    assert "\n  wait " in output


@pytest.mark.usefixtures("_signals")
def test_help_of_serve_describes_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--help"])
    assert ended.value.code == 0
    output = " ".join(capsys.readouterr().out.split())
    for name, field in Settings.model_fields.items():
        assert f"--{name.replace('_', '-')}" in output
        assert str(field.description) in output
    assert "EMULATOR_GRPC_PORT" in output


def test_help_of_wait_shows_where_it_looks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("EMULATOR_HOST", "0.0.0.0")
    monkeypatch.setenv("EMULATOR_PORT", "1234")
    with pytest.raises(SystemExit) as ended:
        main(["wait", "--help"])
    assert ended.value.code == 0
    assert "http://127.0.0.1:1234" in capsys.readouterr().out


@pytest.mark.parametrize("command", [COMMAND, ("discoveryengine-emulator",)])
def test_module_and_command_are_the_same(command: tuple[str, ...]) -> None:
    script = Path(COMMAND[0]).parent / command[0]
    if len(command) == 1 and not script.exists():
        pytest.skip("the package is not installed")
    run = subprocess.run(
        [script, *command[1:], "--version"], env=environment(), capture_output=True, text=True
    )
    assert run.stdout.startswith("discoveryengine-emulator 0.")
    assert run.returncode == 0
