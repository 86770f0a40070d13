"""A headless Chromium, driven through a pipe: no package beside Debian's chromium is needed."""
import atexit
import base64
import json
import os
import shutil
import signal
import subprocess
import tempfile


class Browser:
    """One browser with one page, which finds no host but those that the rules let it."""

    def __init__(self, resolving="MAP * ~NOTFOUND"):
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        if not program:
            raise SystemExit("there is no chromium: apt-get install chromium")
        self.folder = tempfile.mkdtemp()
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        to_read, self.to = os.pipe()
        self.source, from_write = os.pipe()
        # Chromium reads commands from descriptor 3 and writes answers to 4.
        shell = f'exec "$@" 3<&{to_read} 4>&{from_write}'
        # A process that is root has no sandbox to be in, nor has a container.
        options = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
            "--no-first-run", "--disable-extensions", "--disable-background-networking",
            f"--host-resolver-rules={resolving}", f"--user-data-dir={self.folder}",
            "--remote-debugging-pipe", "about:blank",
        ]
        self.process = subprocess.Popen(
            ["bash", "-c", shell, "bash", program, *options], pass_fds=[to_read, from_write],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(to_read)
        os.close(from_write)
        self.rest = b""
        self.count = 0
        self.events = []
        self.session = None
        targets = self.call("Target.getTargets")["targetInfos"]
        target = next(target for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")

    def close(self):
        os.close(self.to)
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self.source)
        shutil.rmtree(self.folder, ignore_errors=True)

    def message(self):
        while b"\0" not in self.rest:
            block = os.read(self.source, 1 << 20)
            if not block:
                raise SystemExit("the browser ended")
            self.rest += block
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        """What the browser answers to a command; events on the way are kept."""
        self.count += 1
        request = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.to, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, event):
        while not any(known.get("method") == event for known in self.events):
            self.events.append(self.message())

    def show(self, path, width, scheme, media=""):
        """Loads a file at a width of the window and in a colour scheme, on a screen or, as `print`, on paper."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.events = []
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        self.wait("Page.loadEventFired")

    def value(self, expression):
        """What a script comes to in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"script: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def press(self, key, modifiers=0):
        codes = {"Tab": 9, "Enter": 13, "ArrowRight": 39}
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, modifiers=modifiers,
                      windowsVirtualKeyCode=codes[key])

    def point(self, x, y):
        """Moves the pointer."""
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def screenshot(self, path, height):
        """Writes a picture of the page from its top down to a height."""
        width = self.value("innerWidth")
        picture = self.call(
            "Page.captureScreenshot", captureBeyondViewport=True,
            clip={"x": 0, "y": 0, "width": width, "height": height, "scale": 1})
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture["data"]))

    def requested(self):
        """The addresses that the page has asked for, beside itself."""
        urls = [event["params"]["request"]["url"] for event in self.events
                if event.get("method") == "Network.requestWillBeSent"]
        return [url for url in urls if not url.startswith(("file://", "data:"))] + urls[1:]
