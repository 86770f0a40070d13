"""Drives the playground in a browser: clicks, types, and reads the page as a test requests."""
import json
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "../../.."))
sys.path.insert(0, os.path.join(ROOT, "Tests/Gates/Support"))
from browser import Browser  # noqa: E402

# No test measures time; this limit ends a test that would wait forever.
PATIENCE = 240

with open(os.path.join(HERE, "look.js"), encoding="utf-8") as file:
    LOOK = file.read()


class Page(Browser):
    def __init__(self, path):
        super().__init__()
        self.path = path
        self.requests = []

    def open(self, width=1280, scheme="light", fragment=""):
        # The other document forces a reload, because a new fragment alone would only scroll the page.
        self.call("Page.navigate", url="about:blank")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", media="", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.faults()
        self.call("Page.navigate", url="file://" + os.path.abspath(self.path) + fragment)
        self.wait("Page.loadEventFired")
        self.until("document.body.dataset.ready === 'true'")

    def faults(self):
        """Returns the script errors and the requests since the last call."""
        found = []
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(parameters["exceptionDetails"].get("exception", {}).get("description", "an exception"))
            elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                found.append(parameters["entry"]["text"])
            elif method == "Network.requestWillBeSent":
                url = parameters["request"]["url"]
                if not url.startswith(("file://" + os.path.abspath(self.path), "data:", "blob:", "about:")):
                    found.append("request: " + url)
        self.events = []
        return found

    def until(self, expression):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.value(expression):
                return
            time.sleep(0.03)
        raise AssertionError(f"never true: {expression}; {self.faults()}")

    def settle(self):
        """Waits until the module has answered after the last change."""
        self.until("playground.isSettled && document.body.dataset.ready === 'true'")

    def click(self, key):
        """Clicks a control by its key, if a person could see and reach the control."""
        found = self.value(f"""(() => {{
          const one = document.querySelector({json.dumps(f'[data-key="{key}"]')});
          if (!one || one.disabled || !one.checkVisibility()) return false;
          one.focus();
          one.click();
          return true;
        }})()""")
        if not found:
            raise AssertionError(f"no control `{key}` to click")
        self.settle()

    def choose(self, key, value):
        self.value(f"""(() => {{
          const one = document.querySelector({json.dumps(f'[data-key="{key}"]')}) ?? document.getElementById({json.dumps(key)});
          one.value = {json.dumps(value)};
          one.dispatchEvent(new Event("change", {{ bubbles: true }}));
        }})()""")
        self.settle()

    def type(self, text):
        """Replaces the text in the editor, as pasting does."""
        self.value(f"""(() => {{
          const one = document.getElementById("editor");
          one.value = {json.dumps(text)};
          one.setSelectionRange(0, 0);
          one.dispatchEvent(new Event("input"));
        }})()""")
        self.settle()

    def read(self, selector):
        """Returns the texts of the elements, each on one line."""
        texts = self.value(f"""[...document.querySelectorAll({json.dumps(selector)})].filter((one) => one.checkVisibility())
          .map((one) => one.innerText.replace(/\\s+/g, " ").trim())""")
        return texts

    def text(self, selector):
        return " | ".join(self.read(selector))

    def look(self):
        return self.value(LOOK)

    def key(self, key, code, shift=False):
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, modifiers=8 if shift else 0)
        if key == "Enter":
            self.call("Input.dispatchKeyEvent", type="char", key="Enter", text="\r")
