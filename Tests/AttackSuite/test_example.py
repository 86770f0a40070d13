"""The example service in Python withstands every attack. Without a guard, the attack that the guard stops succeeds.

The expected attacks are those of Docs/Attacks.md: the weakness that a policy of Tests/Verdicts has, or the check that an edit removes.
"""
import pytest
from support import ROOT, Example, ids

DECODED = 'options={"require"'
NONCE = ("tokens.py", '"matched" if matches else "mismatched"', '"matched"')
STATE = ("app.py", ' or not hmac.compare_digest(state.encode(), visit["state"].encode())', "")
# The guard that is missing: a policy of Tests/Verdicts, or an edit of the code. Then the attacks that succeed, and one that does not.
POLICIES = {
    "without-override-purges": (["r0012", "r0015"], "r0013"),
    "without-w1": (["r0013"], "r0012"),
    "without-link-purges": (["r0016"], "r0017"),
    "without-link-revokes": (["r0017"], "r0016"),
    "without-untrusted-verified": (["r0018"], "r0012"),
    "without-w16": (["r0019", "r0020"], "r0023"),
    "without-w5": (["r0021"], "r0012"),
    "without-w6": (["r0023"], "r0021"),
    "without-reset-revokes": (["r0024", "r0026"], "r0025"),
    "without-w14": (["r0025"], "r0024"),
    "without-w2": (["r0033"], "r0012"),
}
EDITS = {
    "signature": (
        [("tokens.py", DECODED,
          'options={"verify_signature": False, "verify_aud": True, "verify_exp": True, "verify_iss": True, "require"')],
        ["signature/google.com", "signature/github.com"], "audience/google.com"),
    "audience": (
        [("tokens.py", DECODED, 'options={"verify_aud": False, "require"')], ["audience/google.com", "audience/github.com"], "issuer/google.com"),
    "expiry": (
        [("tokens.py", DECODED, 'options={"verify_exp": False, "require"')], ["expired/google.com", "expired/github.com"], "signature/google.com"),
    "issuer": ([("tokens.py", "issuer=provider.issuer,", "")], ["issuer/google.com", "issuer/github.com"], "audience/google.com"),
    "nonce": ([NONCE], ["r0034"], "other-browser/google.com"),
    # The nonce alone stops a forged callback too.
    "state": ([STATE, NONCE], ["r0034", "other-browser/google.com", "other-browser/github.com"], "signature/google.com"),
    "enumeration": ([("app.py", '{"email-enumeration-protection": "on"}', '{"email-enumeration-protection": "off"}')], ["r0032"], "r0028"),
}


def test_as_shipped_nothing_succeeds(tmp_path):
    with Example(tmp_path) as example:
        code, report, text = example.attacked()
        assert code == 0, text
        assert ids(report, "excluded") == {"r0035", "r0036", "r0037"} and not ids(report, "not tried"), text
        assert len(ids(report, "withstood")) >= 35, text
        assert [one["id"] for one in report["cases"] if one["control"] and one["status"] != "works"] == ["r0011"], text


@pytest.mark.parametrize("name", POLICIES)
def test_without_a_row_the_right_attack_succeeds(tmp_path, name):
    expected, other = POLICIES[name]
    policy = (ROOT / f"Tests/Verdicts/{name}.yaml").read_text(encoding="utf-8")
    with Example(tmp_path, policy=policy) as example:
        code, report, text = example.attacked(*expected, other)
    assert code == 1 and ids(report, "succeeded") == set(expected) and ids(report, "withstood") == {other}, text


@pytest.mark.parametrize("name", EDITS)
def test_without_a_check_the_right_attack_succeeds(tmp_path, name):
    edits, expected, other = EDITS[name]
    with Example(tmp_path, edits) as example:
        code, report, text = example.attacked(*expected, other)
    assert code == 1 and ids(report, "succeeded") == set(expected) and ids(report, "withstood") == {other}, text
