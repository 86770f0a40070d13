"""A service or configuration that is slow, wrong, silent or hostile is reported, and nothing counts as withstood because of it."""
import json
import socket
import socketserver
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from support import attack, free_port, ids


class Service:
    """A service of one function, which gets the handler."""

    def __init__(self, answer):
        self.paths = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                outer.paths.append(self.path)
                self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                try:
                    answer(self)
                except OSError:
                    pass  # The client has gone.

            do_POST = do_GET

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def sends(status, body=b"", headers=()):
    def answer(handler):
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)
    return answer


def config(url, **changes):
    """The configuration of a service with passwords."""
    form = {"email": "{email}", "password": "{password}"}
    return {
        "service": url,
        "account": {"request": "GET /me", "signed-in": {"status": 200}, "signed-out": {"status": 401}, "id": {"json": "id"}},
        "answers": {"allowed": {"status": 200}, "refused": {"status": 403}},
        "steps": {
            "sign-up": {"request": "POST /sign-up", "json": form}, "sign-in.password": {"request": "POST /sign-in", "json": form},
            "sign-out": {"request": "POST /sign-out"}},
        "limits": {"seconds": 0.4, "bytes": 1000}, **changes}


def drips(handler):
    handler.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Length: 900\r\n\r\n")
    for _ in range(100):
        handler.wfile.write(b".")
        time.sleep(0.1)


def drips_headers(handler):
    for char in b"HTTP/1.0 200 OK\r\n" + b"X: y\r\n" * 100:
        handler.wfile.write(bytes([char]))
        time.sleep(0.05)


FAULTS = {
    "slow": (lambda handler: time.sleep(2), "no complete answer within 0.4 s"),
    "dripping": (drips, "no complete answer within 0.4 s"),
    "dripping headers": (drips_headers, "no complete answer within 0.4 s"),
    "large": (sends(200, b"x" * 5000), "an answer above 1000 bytes"),
    "endless": (lambda handler: [handler.wfile.write(b"HTTP/1.0 200 OK\r\n\r\n")] + [handler.wfile.write(b"x" * 900) for _ in range(9)],
                "an answer above 1000 bytes"),
    "no HTTP": (lambda handler: handler.wfile.write(b"hello\r\n"), "no answer: BadStatusLine"),
    "cut": (lambda handler: handler.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Length: 50\r\n\r\nx"), "an answer that ends too early"),
    "closing": (lambda handler: handler.connection.shutdown(socket.SHUT_RDWR), "no answer: RemoteDisconnected"),
    "another status": (sends(500), "with status 500, meets neither `allowed` nor `refused`"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_service_with_a_fault_has_withstood_nothing(tmp_path, name):
    answer, says = FAULTS[name]
    with Service(answer) as service:
        code, report, text = attack(tmp_path, config(service.url))
    assert code == 1 and not ids(report, "withstood"), text
    assert any(one["control"] and one["status"] == "faulty" for one in report["cases"]) and says in text, text


def test_no_service_has_withstood_nothing(tmp_path):
    code, report, text = attack(tmp_path, config(f"http://127.0.0.1:{free_port()}"))
    assert code == 1 and not ids(report, "withstood") and "no answer: ConnectionRefusedError" in text


def account_of(handler):
    return sends(200, b'{"id": "1"}')(handler)


# A service that answers the same to everybody, and the reason why no attack counts.
SAME = {
    "refuses everybody": (lambda handler: sends(401 if handler.path == "/me" else 403)(handler), "step 1 was refused"),
    "admits everybody": (account_of, "safe would be: step 3 refused"),
    "has one account": (account_of, "safe would be: step 2 in another account than 1"),
}


@pytest.mark.parametrize("name", SAME)
def test_a_service_that_does_not_tell_people_apart_has_withstood_nothing(tmp_path, name):
    answer, says = SAME[name]
    with Service(answer) as service:
        code, report, text = attack(tmp_path, config(service.url))
    assert code == 1 and not ids(report, "withstood") and says in text, text


def test_an_answer_that_contradicts_the_session_is_a_fault(tmp_path):
    with Service(lambda handler: sends(401 if handler.path == "/me" else 200)(handler)) as service:
        code, report, text = attack(tmp_path, config(service.url))
    assert code == 1 and "the answer counts as allowed, and nobody is signed in afterwards" in text, text


def test_an_account_page_without_an_id_is_a_fault(tmp_path):
    with Service(sends(200, b"{}")) as service:
        code, _, text = attack(tmp_path, config(service.url))
    assert code == 1 and "the account page has no `id`" in text, text


def test_a_redirect_to_another_host_or_port_is_not_followed(tmp_path):
    with Service(sends(200, b'{"id": "1"}')) as other:
        local = other.url.replace("127.0.0.1", "localhost")
        for location in (other.url + "/stolen", local + "/stolen", "//example.com/", "http://example.com/"):
            with Service(sends(302, headers=[("Location", location)])) as service:
                code, report, text = attack(tmp_path, config(service.url))
                assert code == 1 and not ids(report, "withstood") and "with status 302" in text, text
        assert other.paths == []


def test_a_provider_is_asked_to_redirect_to_the_service_only(tmp_path):
    port = free_port()
    with Service(sends(200)) as other:
        location = f"http://127.0.0.1:{port}/google.com/authorize?state=x&redirect_uri={other.url}/stolen"
        with Service(sends(302, headers=[("Location", location)])) as service:
            changes = {"identity": {"port": port}, "providers": {"google.com": {}}}
            steps = {"sign-in.provider": {"request": "GET /sign-in/{provider}"}}
            code, report, text = attack(tmp_path, config(service.url, steps=steps, **changes))
        assert code == 1 and "asked the provider to redirect to another origin" in text and other.paths == [], text


@pytest.mark.parametrize("url", [
    "http://example.com", "http://192.0.2.1:80", "http://127.0.0.1.example.com", "http://localhost.example.com", "http://[2001:db8::1]:80",
    "http://2130706433"])
def test_another_host_is_refused(tmp_path, url):
    code, report, text = attack(tmp_path, config(url))
    assert code == 2 and report is None and "--i-own" in text
    code, report, text = attack(tmp_path, config(url), "--i-own", "another.example")
    assert code == 2 and report is None


def test_an_owned_host_is_asked(tmp_path):
    # RFC 5737: nobody is at this address, so that the service does not answer.
    code, report, text = attack(tmp_path, config("http://192.0.2.1:9", limits={"seconds": 0.2}), "--i-own", "192.0.2.1")
    assert code == 1 and report is not None and not ids(report, "withstood"), text


@pytest.mark.parametrize("url", ["ftp://127.0.0.1", "127.0.0.1:80", "http://", "http://user@127.0.0.1"])
def test_a_url_of_another_form_is_an_error(tmp_path, url):
    assert attack(tmp_path, config(url))[0] == 2


def changed(path, value):
    def change(given):
        *folders, last = path.split("/")
        for folder in folders:
            given = given[folder]
        if value is None:
            del given[last]
        else:
            given[last] = value
    return change


WRONG = {
    "unknown key": (changed("stepss", {}), "the key `stepss` is unknown"),
    "missing key": (changed("account", None), "the key `account` is missing"),
    "unknown step": (changed("steps/sign-inn", {"request": "GET /"}), "there is no step `sign-inn`"),
    "unknown provider": (changed("steps/sign-in.provider x.com", {"request": "GET /"}), "there is no step `sign-in.provider x.com`"),
    "no condition": (changed("answers/refused", None), "`refused` is missing"),
    "empty condition": (changed("answers/allowed", {}), "a condition that every answer meets"),
    "pattern": (changed("account/id", {"body": "("}), "account.id.body"),
    "no group": (changed("account/id", {"body": "x"}), "needs 1 group"),
    "request": (changed("steps/sign-out", {"request": "POST http://example.com/"}), "a method and a path"),
    "no mail": (changed("steps/sign-out", {"request": "POST /x", "code": "(x)"}), "the configuration has no `mail`"),
    "seconds": (changed("limits/seconds", -1), "limits.seconds"),
    "empty reason": (changed("exclude", {"r0012": " "}), "the reason is empty"),
    "algorithm": (changed("providers", {"google.com": {"algorithm": "none"}}), "RS256"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_configuration_is_an_error(tmp_path, name):
    change, says = WRONG[name]
    given = config("http://127.0.0.1:9")
    change(given)
    code, report, text = attack(tmp_path, given)
    assert code == 2 and report is None and says in text, text


def test_a_key_twice_is_an_error(tmp_path):
    text = json.dumps(config("http://127.0.0.1:9")).replace('"limits"', '"steps": {}, "limits"')
    (tmp_path / "twice.json").write_text(text)
    code, _, said = attack(tmp_path, {}, "twice.json")
    assert code == 2, said


class Passwords:
    """A service with passwords in memory. `forgets` is the check that it omits."""

    def __init__(self, forgets=None):
        self.passwords, self.sessions, self.forgets = {}, {}, forgets

    def __call__(self, handler):
        cookie = handler.headers.get("Cookie", "").partition("=")[2]
        given = json.loads(handler.body or b"{}")
        account = self.sessions.get(cookie)
        if handler.path == "/me":
            return sends(200, json.dumps({"id": account}).encode())(handler) if account else sends(401)(handler)
        if handler.path == "/sign-out":
            if self.forgets != "sign-out":
                self.sessions.pop(cookie, None)
            return sends(200)(handler)
        email = given["email"]
        if handler.path == "/sign-up" and email not in self.passwords or handler.path == "/sign-in" and (
                self.passwords.get(email) == given["password"] or self.forgets == "password"):
            self.passwords.setdefault(email, given["password"])
            session = f"s{len(self.sessions)}"
            self.sessions[session] = email
            return sends(200, headers=[("Set-Cookie", f"sid={session}; HttpOnly")])(handler)
        return sends(403)(handler)


def test_a_step_that_is_missing_is_not_tried(tmp_path):
    with Service(Passwords()) as service:
        code, report, text = attack(tmp_path, config(service.url))
    works = {one["id"] for one in report["cases"] if one["status"] == "works"}
    assert works == {"r0001", "r0002", "r0006"} and code == 1 and len(ids(report, "not tried")) == 26, text
    assert "the configuration has no step `request-reset`" in text and "the configuration has no provider `google.com`" in text


@pytest.mark.parametrize("forgets, control", [("password", "r0001"), ("sign-out", "r0006")])
def test_a_control_that_fails_is_reported(tmp_path, forgets, control):
    with Service(Passwords(forgets)) as service:
        code, report, text = attack(tmp_path, config(service.url))
    assert code == 1 and f"FAILS control {control}" in text, text


def test_a_claimed_step_that_does_nothing_is_reported(tmp_path):
    """The configuration maps a reset to a page that always answers 200 and mails nothing."""
    given = {"request": "POST /nothing"}
    with Service(lambda handler: sends(200)(handler) if handler.path == "/nothing" else passwords(handler)) as service:
        passwords = Passwords()
        steps = {
            **config(service.url)["steps"], "request-reset": {**given, "code": "code=(x)"}, "reset-password": given}
        code, report, text = attack(
            tmp_path, config(service.url, steps=steps, mail={"folder": "mails"}, limits={"mail-seconds": 0.1, "seconds": 5}))
    assert code == 1 and "FAILS control r0008" in text and "no mail with a code came" in text, text
    assert "r0024" in ids(report, "not tried") and "no control shows that `re" in text, text


def test_everything_excluded_is_not_clean(tmp_path):
    with Service(Passwords()) as service:
        _, report, _ = attack(tmp_path, config(service.url))
        names = {one["id"] for one in report["cases"] if not one["control"]}
        code, report, text = attack(tmp_path, config(service.url, exclude=dict.fromkeys(names, "a reason")))
        assert code == 1 and ids(report, "excluded") == names, text
        code, _, text = attack(tmp_path, config(service.url, exclude={"r9999": "a reason"}))
        assert code == 1 and "there is no attack, step or provider `r9999`" in text
        code, _, text = attack(tmp_path, config(service.url, exclude={"sign-out": "a reason"}))
        assert code == 1 and "the configuration has `sign-out`" in text


def test_a_report_has_no_control_character(tmp_path):
    with Service(sends(500, b"", [("Location", "\x1b[31m")])) as service:
        code, _, text = attack(tmp_path, config(service.url))
    assert code == 1 and "\x1b" not in text, text
