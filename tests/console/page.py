"""The console in a window of a browser."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.processes import Server

webdriver = pytest.importorskip("selenium.webdriver", reason="needs Selenium")
WebDriverWait = pytest.importorskip("selenium.webdriver.support.wait").WebDriverWait
BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
if BROWSER is None or DRIVER is None:
    pytest.skip("needs Chromium and its driver", allow_module_level=True)

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SECONDS = 30  # In which a page shows what it has asked the emulator for.
_FIND = """const found = [...document.querySelectorAll(arguments[0])]
    .filter((one) => one.textContent.includes(arguments[1]));"""


class Page:
    """A window of the browser with the console of one emulator."""

    def __init__(self, driver: Any, server: Server) -> None:
        self.driver = driver
        self.server = server

    def open(self, fragment: str = "") -> Page:
        """Go to a place of the console, from an empty page."""
        self.driver.get("about:blank")
        self.driver.get(f"{self.server.url}/console{fragment}")
        return self

    def all(self, selector: str, text: str = "") -> list[Any]:
        """The elements that are there and have the text, as soon as there is one."""
        return self._when_there("return found", selector, text)

    def now(self, selector: str, text: str = "") -> list[Any]:
        """The elements that are there and have the text."""
        return self.driver.execute_script(f"{_FIND} return found", selector, text)

    def click(self, selector: str, text: str = "") -> None:
        """Click the first such element, where it may be hidden behind what sticks."""
        self._when_there("found[0]?.click(); return found.length", selector, text)

    def text(self, selector: str, has: str = "") -> str:
        """All text of the first such element, shown or not."""
        return self._when_there("return found[0]?.textContent", selector, has)

    def _when_there(self, script: str, *arguments: str) -> Any:
        """What a script answers once it has `found` something: one step, as views come anew."""
        wait = WebDriverWait(self.driver, SECONDS)
        return wait.until(lambda driver: driver.execute_script(f"{_FIND} {script}", *arguments))

    def write(self, selector: str, text: str) -> None:
        """Type into a field, and leave it by Enter."""
        self.all(selector)[0].send_keys(f"{text}\n")

    def complaints(self) -> list[str]:
        """What the browser complains of: errors of scripts, and what the policy stopped."""
        return [entry["message"] for entry in self.driver.get_log("browser")]


def browser(profile: Path) -> Any:
    """A browser that asks nobody else for anything; it keeps what it has to in `profile`."""
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    return webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
