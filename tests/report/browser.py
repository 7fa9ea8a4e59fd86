"""A page in headless Chromium, spoken to over a pipe (DevTools protocol), for tests of what its script works out."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from io import BufferedReader, BufferedWriter
from pathlib import Path
from typing import Any

import pytest

SECONDS = 60
NAMES = ("chromium", "chromium-browser", "google-chrome")


class Browser:
    """One tab. ``run`` evaluates an expression in it; ``requests`` are the addresses that it asked for."""

    def __init__(self, commands: BufferedWriter, answers: BufferedReader) -> None:
        self._commands, self._answers = commands, answers
        self._last, self._rest = 0, b""
        self.requests: list[str] = []
        self.errors: list[str] = []
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self._ask(f"{domain}.enable")

    def open(self, path: Path) -> None:
        self.requests.clear()
        self._ask("Page.navigate", url=path.as_uri())
        self.wait_for("document.readyState === 'complete'")

    def run(self, expression: str) -> Any:
        answer = self._ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait_for(self, expression: str) -> None:
        end = time.monotonic() + SECONDS
        while not self.run(f"Boolean({expression})"):
            assert time.monotonic() < end, expression
            time.sleep(0.02)

    def _ask(self, method: str, **parameters: object) -> dict[str, Any]:
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if hasattr(self, "_session"):
            message["sessionId"] = self._session
        self._commands.write(json.dumps(message).encode() + b"\0")
        self._commands.flush()
        while True:
            answer = self._next()
            if answer.get("id") == self._last:
                assert "error" not in answer, answer
                return dict(answer["result"])
            self._note(answer)

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            read = self._answers.read1(1 << 16)
            assert read, "the browser has gone"
            self._rest += read
        first, _, self._rest = self._rest.partition(b"\0")
        return dict(json.loads(first))

    def _note(self, event: dict[str, Any]) -> None:
        match event.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(event["params"]["request"]["url"])
            case "Runtime.exceptionThrown":
                self.errors.append(str(event["params"]["exceptionDetails"]))
            case "Log.entryAdded" if event["params"]["entry"]["level"] == "error":
                self.errors.append(event["params"]["entry"]["text"])


@contextlib.contextmanager
def headless_browser(profile: Path) -> Iterator[Browser]:
    """A browser with a profile of its own; the test is skipped where none is installed."""
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip("Chromium is not installed")
    to_browser, from_browser = os.pipe(), os.pipe()
    # The browser reads commands from descriptor 3 and writes answers to 4.
    pipes = f'exec "$0" "$@" 3<&{to_browser[0]} 4>&{from_browser[1]}'
    options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
    command = ["/bin/bash", "-c", pipes, program, *options, f"--user-data-dir={profile}", "--remote-debugging-pipe"]
    process = subprocess.Popen(
        command, pass_fds=(to_browser[0], from_browser[1]), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(to_browser[0])
    os.close(from_browser[1])
    with os.fdopen(to_browser[1], "wb") as commands, os.fdopen(from_browser[0], "rb") as answers:
        try:
            yield Browser(commands, answers)
        finally:
            process.terminate()
            process.wait()
