"""How the process starts, and how it refuses to."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import time
from http.client import HTTPConnection
from pathlib import Path

import grpc
import httpx
import pytest

from tests.conftest import Server
from tests.processes import (
    COMMAND,
    PATIENCE,
    ended,
    environment,
    free_port,
    listening,
    refusal,
    running,
    starting,
    when_alive,
    when_ready,
)

STORES = "/v1/projects/demo/locations/global/collections/default_collection/dataStores"


def test_data_is_kept_under_the_working_directory(tmp_path: Path) -> None:
    with running(tmp_path, "--no-seed") as emulator:
        assert emulator.place == str(tmp_path / ".emulator")
    assert (tmp_path / ".emulator" / "emulator.sqlite").is_file()


def test_ephemeral_leaves_nothing_behind(tmp_path: Path) -> None:
    with starting(tmp_path, "--ephemeral") as process:
        emulator = when_ready(process)
        assert emulator.place == "memory"
        assert emulator.get(STORES)["dataStores"]
        assert emulator.end() == (0, "")
    assert list(tmp_path.iterdir()) == []


def test_project_has_the_number_that_it_really_has(tmp_path: Path) -> None:
    number = "123456789012"
    with running(tmp_path, "--ephemeral", "--project-numbers", f"demo={number}") as emulator:
        by_id, by_number = (emulator.get(STORES.replace("demo", one)) for one in ("demo", number))
        emulator.end()
    assert by_id == by_number
    assert all(one["name"].startswith(f"projects/{number}/") for one in by_id["dataStores"])


def test_project_keeps_the_number_that_its_data_has(tmp_path: Path) -> None:
    with running(tmp_path) as emulator:
        emulator.end()
    assert_refused(refusal(tmp_path, "--project-numbers", "demo=12"), "demo", "not 12; choose")
    with running(tmp_path, "--project-numbers", "other=12") as emulator:
        assert emulator.get(STORES)["dataStores"]


def test_settings_of_the_environment(tmp_path: Path) -> None:
    port = free_port()
    variables = {"EMULATOR_DATA_DIR": "kept", "EMULATOR_SEED": "0", "EMULATOR_PORT": str(port)}
    command = [*COMMAND, "serve", "--grpc-port", "0"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment(variables), stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            emulator = when_ready(process)
            assert emulator.url == f"http://127.0.0.1:{port}"
            assert emulator.place == str(tmp_path / "kept")
            assert emulator.get(STORES) == {}
        finally:
            process.kill()


def test_alive_at_once_and_ready_later(tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with (
        starting(tmp_path, "--port", str(port)) as process,
        httpx.Client(timeout=PATIENCE) as client,
    ):
        when_alive(process, port)
        while (ready := client.get(f"{url}/readyz")).status_code == 503:
            assert ready.text == "starting\n"
        assert (ready.status_code, ready.text) == (200, "ready\n")
        assert client.get(url + STORES).json()["dataStores"]


def test_grpc_port_is_the_one_of_the_ready_line(tmp_path: Path) -> None:
    with (
        running(tmp_path, "--ephemeral", "--no-seed") as emulator,
        grpc.insecure_channel(emulator.grpc) as channel,
    ):
        grpc.channel_ready_future(channel).result(PATIENCE)


def test_ipv6(tmp_path: Path) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no IPv6")
    with running(tmp_path, "--ephemeral", "--no-seed", "--host", "::1") as emulator:
        assert emulator.url.startswith("http://[::1]:")
        assert httpx.get(f"{emulator.url}/readyz", timeout=PATIENCE).status_code == 200
        assert emulator.end() == (0, "")


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has not both")
def test_every_address_of_ipv6_is_every_address(tmp_path: Path) -> None:
    with running(tmp_path, "--ephemeral", "--no-seed", "--host", "::") as emulator:
        ports = (one.rpartition(":")[2] for one in (emulator.url, emulator.grpc))
        for port in ports:
            for address in ("127.0.0.1", "::1"):
                socket.create_connection((address, port), PATIENCE).close()


def test_a_door_to_the_network_is_announced(tmp_path: Path) -> None:
    with running(tmp_path, "--ephemeral", "--no-seed", "--host", "0.0.0.0") as emulator:
        assert emulator.url.startswith("http://127.0.0.1:")
        code, errors = emulator.end()
    assert code == 0
    assert errors.count("\n") == 1
    assert "anyone on the network can use the emulator" in errors


def assert_refused(refused: tuple[int, str], *parts: str) -> None:
    code, errors = refused
    assert code == 1
    assert errors.startswith("discoveryengine-emulator: ")
    assert errors.count("\n") == 1
    for part in parts:
        assert part in errors


def test_taken_port(tmp_path: Path) -> None:
    with listening() as port, starting(tmp_path, "--port", str(port)) as process:
        refused = ended(process)
    assert_refused(refused, f"127.0.0.1:{port}: Address already in use", "another --port")
    assert list(tmp_path.iterdir()) == []


def test_taken_grpc_port(tmp_path: Path) -> None:
    with listening() as port:
        refused = refusal(tmp_path, "--grpc-port", str(port))
    assert_refused(refused, f"127.0.0.1:{port}: Address already in use", "another --grpc-port")


def test_unknown_host(tmp_path: Path) -> None:
    refused = refusal(tmp_path, "--host", "nowhere.invalid")
    assert_refused(refused, "cannot listen on nowhere.invalid:0", "--host")


def test_second_process_on_the_same_folder(tmp_path: Path) -> None:
    with running(tmp_path, "--no-seed"):
        refused = refusal(tmp_path)
    assert_refused(refused, "another emulator uses the data folder .emulator", "--data-dir")


def test_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    refused = refusal(tmp_path, "--data-dir", "taken")
    assert_refused(refused, "the data folder taken is a file; choose another --data-dir")


def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    refused = refusal(tmp_path, "--data-dir", "taken/below")
    assert_refused(
        refused, "cannot use the data folder taken/below: Not a directory", "another --data-dir"
    )


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_folder_that_is_read_only(tmp_path: Path) -> None:
    (tmp_path / "fixed").mkdir(mode=0o500)
    refused = refusal(tmp_path, "--data-dir", "fixed")
    assert_refused(
        refused, "cannot use the data folder fixed: Permission denied", "another --data-dir"
    )


@pytest.mark.parametrize("size", [10, 100_000])
def test_damaged_database(tmp_path: Path, size: int) -> None:
    (tmp_path / "emulator.sqlite").write_bytes(b"garbage" * size)
    refused = refusal(tmp_path, "--data-dir", ".")
    assert_refused(refused, "cannot use the database emulator.sqlite: file is not a database")


def test_database_that_lost_its_middle(tmp_path: Path) -> None:
    with running(tmp_path) as emulator:
        emulator.end()
    database = tmp_path / ".emulator" / "emulator.sqlite"
    whole = database.read_bytes()
    database.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    assert_refused(refusal(tmp_path), "cannot use the database .emulator/emulator.sqlite: ")


def test_database_of_a_newer_version(tmp_path: Path) -> None:
    with running(tmp_path, "--no-seed") as emulator:
        emulator.end()
    with sqlite3.connect(tmp_path / ".emulator" / "emulator.sqlite") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    refused = refusal(tmp_path)
    assert_refused(refused, ".emulator/emulator.sqlite", "newer version of the emulator", "9999")


def test_a_connection_may_be_idle_for_a_while(server: Server) -> None:
    connection = HTTPConnection(server.url.removeprefix("http://"))
    connection.auto_open = False
    connection.connect()
    for pause in (0, 6):  # seconds; uvicorn by itself hangs up after five
        time.sleep(pause)
        connection.request("GET", "/healthz")
        assert connection.getresponse().read()
    connection.close()
