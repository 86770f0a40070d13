"""The mistakes of the wrong implementations, by the number that `BUG` has.

`LIES` are runners whose rules are right and whose answers are not what they say of them.
"""

BUGS = {
    1: "Google is trusted at googlemail.com",
    2: "an untrusted method stays when a trusted provider takes over",
    3: "a sign-in link ends no session",
    4: "addresses differ by case",
    5: "a changed address stays verified",
    6: "unlinking the password leaves the sign-in link",
    7: "a second subject of a provider is added",
    8: "an old session changes the address",
    9: "every refusal has one error",
    10: "the profile of a provider that joins replaces a set one",
    11: "no consent is asked for",
    12: "every account is new",
    13: "a domain is known by its ending",
    14: "Yahoo is trusted at every domain that begins with `yahoo.`",
    15: "Microsoft is trusted at live.com and msn.com",
    16: "a trusted provider must claim that the address is verified",
    17: "a claim that the address is not verified takes trust away",
    19: "a claim that the address is verified gives trust",
    20: "a returning sign-in moves the address",
    21: "a link works with another address",
    22: "a link works twice",
    23: "a link never expires",
    24: "a wrong nonce is accepted",
    25: "linking takes a credential from its account",
    26: "linking ignores that another account has the address",
    27: "SAML providers are trusted",
    28: "GitHub is trusted at github.com",
    29: "Apple is trusted at its own domains alone",
    30: "a missing nonce is accepted",
}

LIES = {
    "omits": "lists `accounts` as answered, and leaves out what it does not store",
    "null": "answers null instead of the accounts",
    "empty": "answers no account",
    "nobody": "names no account for a refusal, though it answers the key",
    "blank": "leaves its accounts blank but for the ids",
}
