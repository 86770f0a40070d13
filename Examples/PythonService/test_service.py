"""Starts the service as a program, and acts as browsers, providers and attackers.

Expected answers are from Docs/Facts.md, Docs/Protocol.md and the rows of the policy `hardened`. `START` is another command that starts the
service; it gets PORT and DATA.
"""
import http.client
import os
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import urllib.parse
from pathlib import Path

import pytest

HERE = Path(__file__).parent


class Server:
    """A running service."""

    def __init__(self, data):
        self.data = data
        self.start()

    def start(self):
        words = shlex.split(os.environ.get("START", "")) or [sys.executable, "-m", "accounts", "--data", str(self.data), "--port", "0"]
        environment = {**os.environ, "PORT": "0", "DATA": str(self.data)}
        self.process = subprocess.Popen(
            words, cwd=None if "START" in os.environ else HERE, env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, start_new_session=True)
        for line in self.process.stdout:
            found = re.search(r"http://(127\.0\.0\.1:\d+)/", line)
            if found:
                self.host = found.group(1)
                return
        raise AssertionError(f"the service ended with {self.process.wait()}")

    def stop(self, how=signal.SIGTERM):
        # `make` and the service are one group.
        os.killpg(self.process.pid, how)
        self.process.wait(timeout=20)
        self.process.stdout.close()

    def mails(self, to):
        """The texts of the mails to an address, oldest first."""
        texts = [file.read_text() for file in sorted((self.data / "mails").glob("*.txt"))]
        return [text for text in texts if text.startswith(f"To: {to}\n")]

    def link(self, to, purpose):
        """The path of the newest link of a purpose."""
        found = [re.search(rf"http://[^/]+(/code/{purpose}\?\S+)", text) for text in self.mails(to)]
        return [one.group(1) for one in found if one][-1]

    def count(self, table):
        with sqlite3.connect(self.data / "accounts.db") as database:
            return database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("service") / "data")
    yield server
    server.stop()


class Page:
    """An answer."""

    def __init__(self, status, text, location):
        self.status, self.text, self.location = status, text, location

    @property
    def message(self):
        found = re.search(r"<p id=message>(.*?)</p>", self.text)
        return found and found.group(1)

    @property
    def account(self):
        found = re.search(r"<p id=account>(.*?)</p>", self.text, re.S)
        return found and " ".join(found.group(1).split())


class Browser:
    """A browser without scripts: cookies, forms and redirects."""

    def __init__(self, server):
        self.server, self.cookies, self.number = server, {}, 0

    def send(self, method, path, form=None, headers=()):
        connection = http.client.HTTPConnection(self.server.host, timeout=20)
        body = urllib.parse.urlencode(form) if form is not None else None
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {"Cookie": cookie, **dict(headers)}
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        for value in answer.msg.get_all("Set-Cookie", []):
            name, _, rest = value.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        page = Page(answer.status, answer.read().decode(), answer.getheader("Location"))
        connection.close()
        return page

    def get(self, path="/"):
        return self.send("GET", path)

    def post(self, path, follow=True, headers=(), **form):
        self.number += 1
        page = self.send("POST", path, {"request": f"{id(self)}-{self.number}", **form}, headers)
        return self.get(page.location) if follow and page.status == 303 else page

    def through(self, provider, subject, email, path=None, consent="no", **form):
        """Signs in at a provider; returns the page after the callback."""
        asked = self.post(path or f"/sign-in/{provider}", follow=False, consent=consent)
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(asked.location).query))
        sent = {
            "subject": subject, "email": email, "verified": "yes", "state": query["state"], "nonce": query["nonce"],
            "redirect_uri": query["redirect_uri"], **form}
        back = self.send("POST", f"/provider/{provider}/authorize", sent)
        self.callback = back.location
        if self.callback is None:
            return back
        page = self.get(self.callback)
        return self.get(page.location) if page.status == 303 else page


@pytest.fixture
def browser(server):
    return Browser(server)


def text_of(path):
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(path).query))["code"]


@pytest.mark.parametrize("provider, email", [("google.com", "ada@gmail.com"), ("apple.com", "bo@icloud.com")])
def test_a_signed_token_signs_in(browser, provider, email):
    page = browser.through(provider, "1", email)
    assert page.account == f"You are {email}. You sign in with {provider}."
    assert browser.get().account == page.account
    again = Browser(browser.server)
    assert again.through(provider, "1", email).account == page.account


FAULTS = ["signature", "algorithm", "issuer", "audience", "expired"]


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("provider", ["google.com", "apple.com"])
def test_a_wrong_token_is_refused(browser, provider, fault):
    before = browser.server.count("lp_account")
    page = browser.through(provider, f"wrong-{fault}", "wrong@gmail.com", fault=fault)
    assert (page.status, page.message) == (400, "please start over (the token was refused)")
    assert browser.get().account is None and browser.server.count("lp_account") == before


@pytest.mark.parametrize("fault", ["nonce", "no-nonce"])
@pytest.mark.parametrize("provider", ["google.com", "apple.com"])
def test_the_policy_refuses_a_token_of_another_request(browser, provider, fault):
    page = browser.through(provider, f"wrong-{fault}", "wrong@gmail.com", fault=fault)
    assert (page.status, page.message) == (403, "please start over (missing-or-invalid-nonce)")


def test_a_callback_counts_once_and_for_its_browser(browser, server):
    browser.through("google.com", "once", "once@gmail.com")
    assert browser.get(browser.callback).status == 400
    # Somebody's own code in a link for another person, who has a visit of another state, or none.
    thief, victim = Browser(server), Browser(server)
    asked = thief.post("/sign-in/google.com", follow=False)
    query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(asked.location).query))
    form = {"subject": "thief", "email": "thief@gmail.com", "verified": "yes", **query}
    for _ in range(2):
        link = thief.send("POST", "/provider/google.com/authorize", form).location
        page = victim.get(link)
        assert (page.status, page.message) == (400, "please start over (no such visit)") and victim.get().account is None
        victim.post("/sign-in/google.com", follow=False)


def test_a_provider_redirects_nowhere_else(browser):
    refused = browser.through("google.com", "1", "ada@gmail.com", redirect_uri="http://evil.example/")
    assert refused.status == 400 and browser.callback is None


def test_a_password_and_a_reset(browser, server):
    email = "cy@example.com"
    assert browser.post("/sign-up", email=email, password="short").status == 400
    assert "not verified" in browser.post("/sign-up", email=email, password="long enough").account
    other = Browser(server)
    assert other.post("/sign-in", email=email, password="wrong password").status == 403
    assert other.post("/sign-in", email="nobody@example.com", password="wrong password").status == 403
    assert other.post("/sign-in", email="CY@Example.com", password="long enough").account.startswith("You are cy@example.com")
    assert other.post("/request-reset", email=email).message == "Look into your mailbox."
    link = server.link(email, "reset")
    assert "New password" in other.get(link).text
    reset = Browser(server)
    assert reset.post("/code/reset", code=text_of(link), password="short").status == 400
    assert reset.post("/code/reset", code=text_of(link), password="even longer").status == 200
    # A code counts once; the reset ended all sessions, and the old password is wrong.
    assert "(invalid-action-code)" in reset.post("/code/reset", code=text_of(link), password="even longer").message
    assert browser.get().account is None and other.get().account is None
    assert reset.post("/sign-in", email=email, password="long enough").status == 403
    assert reset.post("/sign-in", email=email, password="even longer").account == (
        "You are cy@example.com. You sign in with password.")


def test_a_link_by_mail_signs_in(browser, server):
    email = "dee@example.com"
    assert browser.post("/send-link", email=email).message == "Look into your mailbox."
    code = text_of(server.link(email, "sign-in"))
    assert browser.post("/code/sign-in", code=code, email="eve@example.com").status == 403
    page = browser.post("/code/sign-in", code=code, email=email)
    assert page.account == "You are dee@example.com. You sign in with password."
    assert Browser(server).post("/code/sign-in", code=code, email=email).status == 403


@pytest.mark.parametrize("code", ["", "x", "c_1.x", "\u00e9", "a" * 3000])
def test_a_forged_link_is_refused(browser, code):
    assert browser.post("/code/reset", code=code, password="long enough").status == 403
    assert browser.post("/code/sign-in", code=code, email="ada@gmail.com").status == 403


def test_a_session_is_not_a_code_and_a_code_is_no_session(browser, server):
    browser.through("google.com", "kinds", "kinds@gmail.com")
    assert browser.post("/code/reset", code=browser.cookies["account"], password="long enough").status == 403
    browser.post("/request-reset", email="kinds@gmail.com")
    thief = Browser(server)
    thief.cookies["account"] = text_of(server.link("kinds@gmail.com", "reset"))
    assert thief.get().account is None


def test_linking_and_unlinking(browser):
    browser.through("google.com", "fay", "fay@gmail.com")
    # Apple hides addresses from services, so a link needs the person's consent.
    refused = browser.through("apple.com", "fay", "fay@icloud.com", path="/link/apple.com")
    assert refused.message == "first agree to the link (consent-required)"
    page = browser.through("apple.com", "fay", "fay@icloud.com", path="/link/apple.com", consent="yes")
    assert page.account == "You are fay@gmail.com. You sign in with google.com, apple.com."
    assert browser.post("/unlink/google.com").account == "You are fay@gmail.com. You sign in with apple.com."
    # Nobody unlinks the last way into an account.
    assert "(last-sign-in-method)" in browser.post("/unlink/apple.com").message


def test_a_method_of_another_account_is_not_linked(browser, server):
    Browser(server).through("apple.com", "gil", "gil@icloud.com")
    browser.through("google.com", "hal", "hal@gmail.com")
    assert browser.through("apple.com", "gil", "gil@icloud.com", path="/link/apple.com", consent="yes").status == 403
    assert browser.get().account == "You are hal@gmail.com. You sign in with google.com."


def test_a_squatter_loses_the_account_to_the_owner(browser, server):
    """Google proves the address, so the unproven password goes, with its sessions, and the owner gets a mail."""
    squatter = Browser(server)
    squatter.post("/sign-up", email="ida@gmail.com", password="of a squatter")
    page = browser.through("google.com", "ida", "ida@gmail.com")
    assert page.account == "You are ida@gmail.com. You sign in with google.com."
    assert squatter.get().account is None
    assert squatter.post("/sign-in", email="ida@gmail.com", password="of a squatter").status == 403


def test_an_unverified_address_proves_nothing(browser, server):
    Browser(server).post("/sign-up", email="jo@gmail.com", password="long enough")
    page = browser.through("google.com", "jo-thief", "jo@gmail.com", verified="no")
    assert "(account-exists-with-different-credential)" in page.message and browser.get().account is None


def test_verification_counts_in_the_session_that_asked(browser, server):
    browser.post("/sign-up", email="kim@example.com", password="long enough")
    browser.post("/request-verification")
    code = text_of(server.link("kim@example.com", "verify"))
    assert Browser(server).post("/code/verify", code=code).status == 403
    assert browser.post("/code/verify", code=code).account == "You are kim@example.com. You sign in with password."


def test_a_form_that_is_sent_twice_has_one_effect(browser, server):
    form = {"request": "f" * 32, "email": "lee@example.com", "password": "long enough"}
    before = server.count("lp_session")
    pages = [browser.send("POST", "/sign-up", form) for _ in range(2)]
    assert [page.status for page in pages] == [303, 303] and server.count("lp_session") == before + 1
    mails = len(server.mails("lee@example.com"))
    for _ in range(2):
        browser.send("POST", "/request-reset", {"request": "e" * 32, "email": "lee@example.com"})
    assert len(server.mails("lee@example.com")) == mails + 1


def test_a_repeated_form_with_another_password_gets_no_session(browser, server):
    form = {"email": "noa@example.com", "password": "long enough"}
    signed_up = browser.send("POST", "/sign-up", {**form, "request": "d" * 32})
    signed_in = browser.send("POST", "/sign-in", {**form, "request": "c" * 32})
    assert (signed_up.status, signed_in.status) == (303, 303)
    before = server.count("lp_session")
    for path, id in (("/sign-up", "d"), ("/sign-in", "c")):
        thief = Browser(server)
        assert thief.send("POST", path, {**form, "password": "another one", "request": id * 32}).status == 403
        assert thief.get("/").account is None
    assert server.count("lp_session") == before


def test_other_sites_send_no_forms(browser):
    browser.through("google.com", "mia", "mia@gmail.com")
    assert browser.post("/delete", headers=[("Origin", "https://evil.example")]).status == 403
    assert browser.post("/sign-out", headers=[("Origin", f"http://{browser.server.host}")]).account is None
    assert browser.post("/delete").status == 403


def test_bad_input_is_an_answer(browser):
    assert browser.post("/sign-up", email="no address", password="long enough").status == 400
    assert browser.post("/send-link", email="").status == 400
    assert browser.post("/sign-up", email="ada@gmail.com").status == 400
    assert browser.post("/sign-up", email="x" * 70_000, password="long enough").status == 413
    assert browser.post("/link/github.com").status == 404
    assert browser.get("/provider/github.com/authorize").status == 404
    for id in ("r" * 65, "\u00e9", "a b", "a\x00"):
        assert browser.post("/sign-up", email="new@example.com", password="long enough", request=id).status == 400
    assert browser.through("google.com", "", "ada@gmail.com").status == 400
    assert browser.post("/code/paint", code="x").status == 404
    # No address of this service, and no host: an answer, and no failure of the service.
    for path in ("/%", "/%ff", "/code/%e0%80", "//", "/..", "/code/reset?code=%", "/\\", "/a/b/c/d"):
        assert browser.get(path).status < 500, path
    for host in ("[", "a b", "%", "x:99999", ""):
        assert browser.send("GET", "/", headers=[("Host", host)]).status < 500, host
    assert browser.get().status == 200


def test_a_name_is_text(browser):
    page = browser.get("/code/reset?code=%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script" not in page.text


def test_the_database_has_no_secret(server, browser):
    browser.through("google.com", "ned", "ned@gmail.com")
    browser.post("/request-reset", email="ned@gmail.com")
    content = b"".join(file.read_bytes() for file in server.data.glob("accounts.db*"))
    for token in (browser.cookies["account"], text_of(server.link("ned@gmail.com", "reset"))):
        assert token.rpartition(".")[2].encode() not in content
    assert (server.data / "secrets.json").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_everything_is_there_after_a_restart(server, browser, how):
    account = browser.through("google.com", f"oz-{how}", f"oz{int(how)}@gmail.com").account
    browser.post("/request-reset", email=f"oz{int(how)}@gmail.com")
    code = text_of(server.link(f"oz{int(how)}@gmail.com", "reset"))
    server.stop(how)
    server.start()
    assert browser.get().account == account
    assert Browser(server).post("/code/reset", code=code, password="long enough").status == 200
