"""A real Chromium, headless, driven by Selenium: the displayed page, its requests, and its console.

``.ci/install-chromium`` installs it; without it, tests that need it are skipped.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys

_INSTALL = "run .ci/install-chromium as root"
_FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run"
    " --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars"
)
_RUN_AXE = (
    "const done = arguments[arguments.length - 1]; axe.run({resultTypes:"
    " ['violations']}).then(done)"
)


class Chromium:
    """A running browser. Settings apply to pages opened afterwards."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(
        self, page: Path | str, *, width: int = 1440, scheme: str = "light", scripts: bool = True
    ) -> None:
        """Open a file or an address in a window of this width and clear the logs."""
        self._command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=False,
        )
        self._command(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": scheme}],
        )
        self._command("Emulation.setScriptExecutionDisabled", value=not scripts)
        for kind in ("browser", "performance"):
            self.driver.get_log(kind)
        self.driver.get(page if isinstance(page, str) else page.resolve().as_uri())

    @contextmanager
    def clock_at(self, moment: datetime) -> Iterator[None]:
        """Set the clock of pages opened afterwards."""
        source = f"Date.now = () => {int(moment.timestamp() * 1000)};"
        made = self._command("Page.addScriptToEvaluateOnNewDocument", source=source)
        yield
        self._command("Page.removeScriptToEvaluateOnNewDocument", identifier=made["identifier"])

    def complaints(self) -> list[str]:
        """Return the console messages of the page since it was opened."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> set[str]:
        """Return the addresses requested by the page."""
        events = (
            json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")
        )
        return {
            event["params"]["request"]["url"]
            for event in events
            if event["method"] == "Network.requestWillBeSent"
        }

    def run(self, script: str) -> Any:
        """Return the value of a script, which the page's policy cannot block."""
        return self.driver.execute_script(script)

    def press(self, key: str) -> None:
        """Press a key, such as ``Tab`` or ``Enter``."""
        self.driver.switch_to.active_element.send_keys(getattr(Keys, key.upper()))

    def picture(self, clip: dict[str, int]) -> bytes:
        """Return a part of the page as a PNG file."""
        return base64.b64decode(
            self._command(
                "Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True
            )["data"]
        )

    def violations(self) -> list[str]:
        """Return axe-core's violations on the page; skip the test without axe-core."""
        axe = Path(os.environ.get("AXE_CORE", "/usr/local/share/axe-core-for-tests/axe.min.js"))
        if not axe.is_file():
            pytest.skip(f"there is no axe-core in {axe}: {_INSTALL}")
        self.driver.execute_script(axe.read_text(encoding="utf-8"))
        found = self.driver.execute_async_script(_RUN_AXE)["violations"]
        return [
            f"{each['id']}: {node['html'][:200]} {node.get('failureSummary', '')}"
            for each in found
            for node in each["nodes"]
        ]

    def _command(self, name: str, **arguments: Any) -> Any:
        return self.driver.execute_cdp_cmd(name, arguments)


def running_chromium(folder: Path) -> Iterator[Chromium]:
    """A browser with a profile in this folder; skips the test without Chromium or its driver."""
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip(f"there is no {'chromium' if program is None else 'chromedriver'}: {_INSTALL}")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for flag in (*_FLAGS.split(), f"--user-data-dir={folder}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    started = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield Chromium(started)
    finally:
        started.quit()
