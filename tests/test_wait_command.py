"""`wait`: until a running emulator is ready."""

from __future__ import annotations

import socketserver
import subprocess
from pathlib import Path
from threading import Thread

import httpx
import pytest

from emulator.cli import main
from tests.processes import COMMAND, PATIENCE, environment, forking, free_port, listening, running


def wait(*options: str, variables: dict[str, str] | None = None) -> tuple[int, str]:
    run = subprocess.run(
        [*COMMAND, "wait", *options], env=environment(variables), capture_output=True, text=True
    )
    return run.returncode, run.stderr


def test_wait_returns_when_ready(tmp_path: Path) -> None:
    port = free_port()
    waiting = subprocess.Popen(
        [*COMMAND, "wait", "--timeout", str(PATIENCE), "--url", f"http://127.0.0.1:{port}"],
        env=environment(),
    )
    with forking(tmp_path, "--port", str(port)):
        assert waiting.wait(PATIENCE) == 0
        assert httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=PATIENCE).status_code == 200


def test_wait_finds_the_emulator_of_the_environment(tmp_path: Path) -> None:
    with running(tmp_path, "--ephemeral", "--no-seed") as emulator:
        variables = {
            "EMULATOR_PORT": emulator.url.rpartition(":")[2],
            "EMULATOR_HOST": "0.0.0.0",
            "http_proxy": "http://127.0.0.1:9",
        }
        assert wait("--timeout", str(PATIENCE), variables=variables) == (0, "")


def test_wait_gives_up() -> None:
    url = f"http://127.0.0.1:{free_port()}"
    code, errors = wait("--timeout", "0.3", "--url", url)
    assert code == 1
    assert errors.startswith(f"discoveryengine-emulator: {url} is not ready after 0.3 s: ")
    assert errors.endswith("; start it with `serve`, or give its address as --url\n")
    assert errors.count("\n") == 1


def test_wait_gives_up_on_a_silent_server() -> None:
    with listening() as port:
        code, errors = wait("--timeout", "0.3", "--url", f"http://127.0.0.1:{port}")
    assert code == 1
    assert "timed out" in errors


class HangsUp(socketserver.BaseRequestHandler):
    """As a proxy of ports does whose container is not there yet."""

    def handle(self) -> None:
        self.request.recv(65536)


def test_wait_waits_for_what_hangs_up() -> None:
    with socketserver.TCPServer(("127.0.0.1", 0), HangsUp) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}"
        code, errors = wait("--timeout", "0.3", "--url", url)
        server.shutdown()
    assert code == 1
    assert errors.startswith(f"discoveryengine-emulator: {url} is not ready after 0.3 s: ")


def test_wait_does_not_wait_at_the_wrong_port(tmp_path: Path) -> None:
    with running(tmp_path, "--ephemeral", "--no-seed") as emulator:
        code, errors = wait("--timeout", str(PATIENCE), "--url", f"http://{emulator.grpc}")
    assert code == 1
    assert errors.endswith(f"{emulator.grpc} does not speak HTTP/1.1, as the port of REST does\n")


def test_wait_does_not_wait_for_tls(tmp_path: Path) -> None:
    with running(tmp_path, "--ephemeral", "--no-seed") as emulator:
        url = emulator.url.replace("http:", "https:")
        code, errors = wait("--timeout", str(PATIENCE), "--url", url)
    assert code == 1
    assert errors.endswith(" speaks no TLS: write http://, not https://\n")


@pytest.mark.parametrize("seconds", ["-1", "nan", "inf", "1e12", "soon"])
def test_wait_refuses_a_timeout_that_is_none(
    seconds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["wait", f"--timeout={seconds}"])
    assert ended.value.code == 2
    assert f"--timeout: '{seconds}' should be a number from 0 to 86400" in capsys.readouterr().err
