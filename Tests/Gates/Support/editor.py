"""A client of the Language Server Protocol, as an editor is one: it starts the tool and speaks over its pipes."""
import json
import queue
import subprocess
import threading

# Longer than anything here takes; who waits so long has found a hang.
PATIENCE = 60


class Closed(Exception):
    """The server has closed its output."""


class Editor:
    def __init__(self, tool, folder=None):
        self.process = subprocess.Popen(
            [tool, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder)
        self.messages, self.kept, self.next = queue.Queue(), [], 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        # However the reader ends, it says so: who waits for a message would wait in vain.
        try:
            self._read_messages(self.process.stdout)
        finally:
            self.messages.put(None)

    def _read_messages(self, stream):
        while True:
            length = None
            while True:
                line = stream.readline()
                if not line:
                    return
                if line == b"\r\n":
                    break
                name, _, value = line.decode("ascii").partition(":")
                assert name == "Content-Length", line
                length = int(value)
            self.messages.put(json.loads(stream.read(length)))

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        content = json.dumps(message).encode()
        self.raw(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))

    def notify(self, method, **params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def begin(self, method, **params):
        self.next += 1
        self.send({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params})
        return self.next

    def request(self, method, **params):
        """The answer to a request: its result, or the error as a value with a code."""
        return self.answer(self.begin(method, **params))

    def answer(self, number):
        message = self.wait(lambda message: message.get("id") == number and "method" not in message)
        return message.get("result") if "error" not in message else message["error"]

    def wait(self, suits):
        """The first message that suits, of those that came before and those to come."""
        for index, message in enumerate(self.kept):
            if suits(message):
                return self.kept.pop(index)
        while True:
            message = self.messages.get(timeout=PATIENCE)
            if message is None:
                self.messages.put(None)
                raise Closed
            if suits(message):
                return message
            self.kept.append(message)

    def start(self, encodings=None):
        general = {"positionEncodings": encodings} if encodings else {}
        result = self.request("initialize", processId=None, rootUri=None, capabilities={"general": general})
        self.notify("initialized")
        return result

    def open(self, uri, text, version=1, language="yaml"):
        self.notify("textDocument/didOpen",
                    textDocument={"uri": uri, "languageId": language, "version": version, "text": text})

    def change(self, uri, version, *changes):
        self.notify("textDocument/didChange", textDocument={"uri": uri, "version": version}, contentChanges=list(changes))

    def close(self, uri):
        self.notify("textDocument/didClose", textDocument={"uri": uri})

    def diagnostics(self, uri, version):
        """What is published of a version of a document."""
        return self.wait(lambda message: message.get("method") == "textDocument/publishDiagnostics"
                         and message["params"]["uri"] == uri
                         and message["params"].get("version") == version)["params"]["diagnostics"]

    def at(self, method, uri, line, character, **params):
        return self.request("textDocument/" + method, textDocument={"uri": uri},
                            position={"line": line, "character": character}, **params)

    def stop(self):
        """Ends the session as the protocol wants it; the exit code."""
        self.request("shutdown")
        self.notify("exit")
        return self.end()

    def end(self):
        """Closes the pipe and waits; the exit code, and nothing on standard error."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        code = self.process.wait(timeout=PATIENCE)
        errors = self.process.stderr.read()
        assert not errors, errors[:400]
        return code
