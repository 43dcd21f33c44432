"""How the process ends."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import httpx
import pytest

from tests.processes import (
    PATIENCE,
    Server,
    ended,
    forking,
    free_port,
    running,
    starting,
    when_alive,
    when_ready,
)

STORES = "/v1/projects/demo/locations/global/collections/default_collection/dataStores"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_ends_it_with_clients_connected(tmp_path: Path, number: int) -> None:
    with starting(tmp_path, "--no-seed") as process, httpx.Client(timeout=PATIENCE) as client:
        emulator = when_ready(process)
        assert client.get(f"{emulator.url}/healthz").status_code == 200
        with grpc.insecure_channel(emulator.grpc) as channel, half_a_request(emulator):
            grpc.channel_ready_future(channel).result(PATIENCE)
            process.send_signal(number)
            assert process.wait(PATIENCE) == 0


@contextmanager
def half_a_request(emulator: Server) -> Iterator[None]:
    """A client that stops in the middle of its request and stays."""
    port = int(emulator.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(b"POST /v1/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
        yield


@pytest.mark.parametrize(("number", "delay"), [(signal.SIGTERM, 0.1), (signal.SIGINT, 0.3)])
def test_signal_during_the_seeding(tmp_path: Path, number: int, delay: float) -> None:
    port = free_port()
    with starting(tmp_path, "--port", str(port)) as process:
        when_alive(process, port)
        time.sleep(delay)
        process.send_signal(number)
        assert ended(process) == (0, "")
    with running(tmp_path) as emulator:
        assert len(emulator.get(STORES)["dataStores"]) > 1


@pytest.mark.parametrize("delay", [0.3, 0.8])
def test_sigterm_while_it_starts(tmp_path: Path, delay: float) -> None:
    with starting(tmp_path) as process:
        time.sleep(delay)
        process.terminate()
        code, errors = ended(process)
    # Before the command's first line has run, SIGTERM does what it does to any process.
    assert code in (0, -signal.SIGTERM)
    assert errors == ""


def test_a_delay_ends_with_it(tmp_path: Path) -> None:
    """Clients have often left a call that is to be late, and the call stays."""
    with forking(tmp_path, "--ephemeral", "--no-seed") as process:
        emulator = when_ready(process)
        fault = {"rpc": "*.ListDataStores", "delay": "600s"}
        emulator.post("/emulator/v1/faults", fault)
        with pytest.raises(httpx.ReadTimeout):
            httpx.get(emulator.url + STORES, timeout=0.5)
        process.terminate()
        assert ended(process) == (0, "")
