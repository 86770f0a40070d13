"""The keys, the provider, the mailboxes and the grammar of the suite."""
import json
import re
import smtplib
import urllib.error
import urllib.request
from email.message import EmailMessage

import jwt
import pytest
from linkpolicy.attack import config, judge, player, suite
from linkpolicy.attack.identity import IdentityProvider, Person, Provider
from linkpolicy.attack.mail import SMTP, Folder
from linkpolicy.attack.signing import KEYS, token
from linkpolicy.attack.transport import Answer, HostRefused, check_host
from support import ROOT


@pytest.mark.parametrize("algorithm", KEYS)
def test_tokens_pass_another_implementation(algorithm):
    key, other = KEYS[algorithm](), KEYS[algorithm]()
    for number in range(20):
        text = token({"sub": f"{number}"}, key, "k")
        read = jwt.decode(text, jwt.PyJWK({**key.jwk(), "alg": algorithm}).key, algorithms=[algorithm])
        assert read == {"sub": f"{number}"}
        with pytest.raises(jwt.InvalidSignatureError):
            jwt.decode(text, jwt.PyJWK({**other.jwk(), "alg": algorithm}).key, algorithms=[algorithm])
    with pytest.raises(jwt.PyJWTError):
        jwt.decode(token({"sub": "1"}, None, "k"), jwt.PyJWK({**key.jwk(), "alg": algorithm}).key, algorithms=[algorithm])


def test_the_provider_answers_as_openid_connect_says():
    provider = IdentityProvider({"google.com": Provider("acme", None, "ES256", False, "mine")})
    try:
        def get(page, form=None, **headers):
            request = urllib.request.Request(f"{provider.base}/acme/{page}", form, headers)
            with urllib.request.urlopen(request, timeout=5) as answer:
                return json.load(answer)

        about = get(".well-known/openid-configuration")
        assert about["issuer"] == f"{provider.base}/acme" and about["jwks_uri"] == f"{provider.base}/acme/jwks"
        url = about["authorization_endpoint"] + "?client_id=mine&redirect_uri=http://127.0.0.1:1/cb&state=s&nonce=n"
        assert provider.is_authorization(url) and not provider.is_authorization(url.replace("acme", "other"))
        back, form = provider.authorize(url, Person("1", "a@gmail.com", {"email_verified": False}))
        assert form is None
        code = re.fullmatch(r"http://127\.0\.0\.1:1/cb\?code=([\w-]+)&state=s", back).group(1)
        tokens = get("token", f"grant_type=authorization_code&code={code}".encode())
        key = jwt.PyJWK(get("jwks")["keys"][0])
        claims = jwt.decode(tokens["id_token"], key.key, algorithms=["ES256"], audience="mine", issuer=about["issuer"])
        assert (claims["sub"], claims["email"], claims["email_verified"], claims["nonce"]) == ("1", "a@gmail.com", False, "n")
        person = get("userinfo", Authorization="Bearer " + tokens["access_token"])
        assert person == {"sub": "1", "email": "a@gmail.com", "email_verified": False}
        # As Apple answers: the browser posts a form.
        back, form = provider.authorize(url + "&response_mode=form_post&response_type=code+id_token", Person("1", None))
        assert back == "http://127.0.0.1:1/cb" and set(form) == {"code", "state", "id_token"} and form["state"] == "s"
        assert jwt.decode(form["id_token"], key.key, algorithms=["ES256"], audience="mine")["nonce"] == "n"
        assert "id_token" not in provider.authorize(url + "&response_mode=form_post&response_type=code", Person("1", None))[1]
        for page, form in (("token", f"code={code}".encode()), ("userinfo", None), ("authorize", None)):
            with pytest.raises(urllib.error.HTTPError):
                get(page, form)
    finally:
        provider.close()


def test_the_smtp_server_reads_an_encoded_mail():
    box = SMTP(0)
    try:
        mail = EmailMessage()
        mail["To"], mail["Subject"] = "ada@example.com", "your link"
        mail.set_content("http://127.0.0.1/reset?code=abc=" + "x" * 200 + "\n.\n..end\n", cte="quoted-printable")
        with smtplib.SMTP("127.0.0.1", box.port, timeout=5) as client:
            client.send_message(mail, "service@example.com", ["Ada@example.com", "bcc@example.com"])
        got, = box.mails()
        assert got.to == ("ada@example.com", "bcc@example.com")
        assert "code=abc=" + "x" * 200 in got.text and "\n.\n..end" in got.text.replace("\r", "")
    finally:
        box.close()


def test_the_folder_has_the_mails_in_order(tmp_path):
    box = Folder(tmp_path / "mails")
    assert box.mails() == []
    (tmp_path / "mails").mkdir()
    for number in range(3):
        (tmp_path / "mails" / f"{number}.txt").write_text(f"To: A <a{number}@Example.com>\nSubject: s\n\ncode {number}\n")
    assert [mail.to for mail in box.mails()] == [(f"a{number}@example.com",) for number in range(3)]
    assert "code 2" in box.mails()[2].text


@pytest.mark.parametrize("url, owned, good", [
    ("http://127.0.0.1:80", (), True), ("http://127.3.2.1", (), True), ("http://[::1]:80", (), True), ("https://localhost", (), True),
    ("http://example.com", ("example.com",), True), ("http://example.com", ("other.com",), False), ("http://10.0.0.1", (), False)])
def test_hosts(url, owned, good):
    if good:
        check_host(url, owned)
    else:
        with pytest.raises(HostRefused):
            check_host(url, owned)


def test_every_case_has_a_purpose_a_source_and_safe_answers():
    cases = suite.load(["google.com"])
    assert len(cases) == 43 and len({case.id for case in cases}) == 43
    for case in cases:
        assert len(case.title) > 15 and case.source and case.safe
    # Each advisory that the page does not name as missing is the source of an attack.
    missing = {"CVE-2025-64717", "CVE-2026-9087", "CVE-2026-120263"}
    sources = " ".join(case.source for case in cases)
    advisories = {folder.name for folder in (ROOT / "Systems/Advisories").iterdir()}
    assert {name for name in advisories if name not in sources} == missing
    page = (ROOT / "Docs/AttackSuite.md").read_text(encoding="utf-8")
    assert all(name in page for name in missing)


@pytest.mark.parametrize("comment", [
    "", "Safe: .", "Safe: refused.", "Safe: 3 refused", "Needs 4. Safe: 1 refused.", "Safe: 1 in another account than 4.", "Safe: 1 nice.",
    "Safe: 0 refused."])
def test_a_malformed_comment_is_an_error(comment):
    with pytest.raises(suite.SuiteError):
        suite.parsed(comment, 3)


def results(*given):
    return [player.Result("", outcome, account, text=text) for outcome, account, text in given]


@pytest.mark.parametrize("condition, given, holds", [
    ("2 refused", [("allowed", "a", ""), ("refused", None, "")], True),
    ("2 refused", [("allowed", "a", ""), ("allowed", "b", "")], False),
    ("2 in another account than 1", [("allowed", "a", ""), ("allowed", "b", "")], True),
    ("2 in another account than 1", [("allowed", "a", ""), ("allowed", "a", "")], False),
    ("2 in another account than 1", [("refused", None, ""), ("allowed", "a", "")], True),
    ("2 in another account than 1", [("allowed", None, ""), ("allowed", "a", "")], None),
    ("2 in the account of 1", [("allowed", "a", ""), ("allowed", "a", "")], True),
    ("2 in the account of 1", [("allowed", "a", ""), ("refused", None, "")], False),
    ("2 answered as 1", [("allowed", None, "x"), ("allowed", None, "x")], True),
    ("2 answered as 1", [("allowed", None, "x"), ("allowed", None, "y")], False),
    ("2 answered as 1", [("allowed", None, "x"), ("refused", None, "x")], False),
])
def test_conditions(condition, given, holds):
    _, (read,) = suite.parsed(f"Safe: {condition}.", 2)
    assert read.holds(results(*given)) is holds


@pytest.mark.parametrize("email, verified, holds", [
    ("owner1a2b@example.com", True, False), ("owner1a2b@example.com", False, True), ("attacker1a2b@example.net", True, True),
    (None, True, None), ("owner1a2b@example.com", None, None)])
def test_the_condition_of_an_address(email, verified, holds):
    _, (read,) = suite.parsed("Safe: 1 not verified as owner@example.com.", 1)
    result = player.Result("", "allowed", "a", email=email, verified=verified)
    assert read.holds([result]) is holds


def test_a_report_without_an_attack_that_was_tried_is_not_clean():
    assert not judge.Report().is_clean
    case = suite.load([])[11]
    assert not case.is_control
    for status, clean in (("withstood", True), ("succeeded", False), ("not tried", False), ("faulty", False), ("excluded", False)):
        assert judge.Report([judge.Verdict(case, status, "")]).is_clean is clean
    assert not judge.Report([judge.Verdict(case, "withstood", "")], ["a problem"]).is_clean


def test_equal_answers_have_equal_texts():
    config = type("Config", (), {"volatile": [re.compile("at \\d+")]})
    playing = player._Playing(type("Player", (), {"config": config}))
    def plain(body):
        return playing._plain(Answer(200, [], body))

    token_like = "abcdefghijklmnopqrstuvwxyz7"
    known, nobody = (f"mail to {name}{playing._tag}@a.com at {number} {text}" for name, number, text in (
        ("known", 12, token_like), ("nobody", 13, token_like[::-1])))
    assert known != nobody and plain(known) == plain(nobody)
    assert plain("sent") != plain("nobody has this address")
    # A sentence in one word, and a word before an address, are no tokens.
    assert plain("reset-mail-has-been-sent") != plain("no-account-with-this-address")
    assert plain(f"sent:a{playing._tag}@a.com") != plain(f"unknown:b{playing._tag}@a.com")


def case(*steps, safe):
    needs, conditions = suite.parsed(safe, len(steps))
    return suite.Case("r1", "", "", False, {"steps": [{"attempt": step} for step in steps]}, needs, conditions, ())


def result(outcome, account=None, **more):
    one = player.Result(1)
    one.outcome, one.account = outcome, account
    for name, value in more.items():
        setattr(one, name, value)
    return one


def test_account_ids_of_methods_show_nothing_without_a_control():
    password, google = {"action": "sign-up", "provider": "password"}, {"action": "sign-in", "provider": "google.com"}
    link = {"action": "sign-in", "provider": "password", "kind": "email-link"}
    assert not case(password, {**password, "action": "sign-in"}, safe="Safe: 2 in the account of 1.").joins
    assert case(password, link, safe="Safe: 2 in the account of 1.").joins
    assert case(google, password, safe="Safe: 2 in the account of 1.").joins
    attack = case(google, password, safe="Safe: 2 refused, or in another account than 1.")
    other = attack.safe[1]
    assert other.compares([result("allowed", "acme1"), result("allowed", "pw1")])
    assert not other.compares([result("refused"), result("allowed", "pw1")])
    verdict = judge.Verdict(attack, judge.WITHSTOOD, "", [result("allowed", "acme1"), result("allowed", "pw1")], True)
    covered = attack.kinds
    assert judge._doubt(verdict, False, covered) and judge._doubt(verdict, True, covered) is None
    refused = judge.Verdict(attack, judge.WITHSTOOD, "", [result("allowed", "acme1"), result("refused")])
    assert judge._doubt(refused, True, set()) and judge._doubt(refused, True, covered) is None


@pytest.mark.parametrize("shown, safe", [
    ("owner@example.com", False), ("OWNER@EXAMPLE.COM", False), ("owner&#64;example.com", False), ("", None), ("a name", None),
    ("other@example.com", True)])
def test_a_verified_address_is_recognized_however_the_page_writes_it(shown, safe):
    condition = case({"action": "sign-up"}, safe="Safe: 1 not verified as owner@example.com.").safe[0]
    assert condition.holds([result("allowed", "1", email=shown, verified=True)]) is safe


@pytest.mark.parametrize("content, message", [
    (None, "attacks.json: no such file or directory"), (b"", "attacks.json:1:1: the file is empty"),
    (b"\xff", "attacks.json: this is no JSON text in UTF-8"), (b'{"service":\n]', "attacks.json:2:1: this is not valid JSON (expecting value)"),
    (b'{"service": 1, "service": 2}', "attacks.json: the key `service` occurs twice in one object")])
def test_a_configuration_that_cannot_be_read_is_named(tmp_path, content, message):
    path = tmp_path / "attacks.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(config.ConfigError) as error:
        config.load(path)
    assert str(error.value).endswith(message)
