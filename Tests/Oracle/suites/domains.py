"""Mail domains that look like those whose word counts, and ordinary ones. Only four count (V3)."""

from __future__ import annotations

NAMES = ("gmail", "googlemail", "yahoo", "ymail", "outlook", "hotmail", "live", "msn")
COUNTRIES = (
    "com", "net", "org", "co", "co.jp", "co.uk", "co.in", "co.kr", "co.id", "co.th", "co.za", "co.nz", "com.br",
    "com.mx", "com.au", "com.ar", "com.tr", "com.sg", "com.vn", "com.tw", "com.hk", "com.pe", "com.ph", "com.co",
    "de", "fr", "it", "es", "nl", "be", "at", "ch", "pl", "cz", "hu", "gr", "dk", "se", "no", "fi", "ie", "pt", "ro",
    "in", "jp", "kr", "cn", "ru", "ca", "cl", "my", "us", "eu",
    "com.ve", "com.uy", "com.py", "com.bo", "com.ec", "com.gt", "com.do", "com.pa", "com.sv", "com.hn", "com.ni",
    "com.cu", "com.my", "com.cn", "com.pk", "com.bd", "com.np", "com.lk", "com.sa", "com.eg", "com.jo", "com.lb",
    "com.kw", "com.qa", "com.ng", "com.gh", "com.ua", "com.mt", "com.cy", "com.es", "com.fr", "com.de", "com.it",
    "co.il", "co.ke", "co.tz", "co.ug", "co.zw", "co.ao", "co.cr", "co.hu", "co.at", "co.ve", "sk", "si", "hr", "rs",
    "bg", "lt", "lv", "ee", "is", "lu", "li", "mc", "by", "kz", "am", "ge", "az", "ae", "sa", "qa", "ma", "tn", "dz",
    "vn", "th", "id", "ph", "sg", "tw", "hk", "mo", "mx", "br", "ar", "pe", "uk", "au", "nz", "za", "info", "biz",
    "online", "site", "xyz", "app", "mail", "email", "live", "cloud", "me", "tv", "cc", "ws", "la",
    "cat", "club", "shop",
)
TRICKS = (
    "{0}.com.x.com", "x.{0}.com", "mail.{0}.com", "x{0}.com", "{0}x.com", "{0}-com.x.com", "{0}.con", "{0}.cm",
    "{0}.comm", "my-{0}.com", "{0}mail.com", "1{0}.com", "{0}.c.om", "xn--{0}.com", "{0}.com.co", "www.{0}.com",
    "a.b.{0}.com", "{0}.io", "{0}.example", "{0}.invalid",
)
OWNED = ("gmail", "yahoo", "outlook", "hotmail", "privaterelay.appleid")
ORDINARY = (
    "aol.com", "gmx.de", "gmx.net", "web.de", "mail.ru", "yandex.ru", "qq.com", "163.com", "126.com", "naver.com",
    "daum.net", "icloud.com", "me.com", "mac.com", "appleid.com", "apple.com", "google.com", "microsoft.com",
    "facebook.com", "github.com", "twitter.com", "proton.me", "protonmail.com", "zoho.com", "fastmail.com",
    "comcast.net", "verizon.net", "att.net", "orange.fr", "free.fr", "laposte.net", "libero.it", "wp.pl", "o2.pl",
    "seznam.cz", "rocketmail.com", "passport.com", "windowslive.com", "privaterelay.appleid.com.x.com",
    "x.privaterelay.appleid.com", "users.noreply.github.com", "a.x.com", "x.com",
)


def look_alikes() -> list[str]:
    """Every one of them once, in a fixed order; those that count are not among them."""
    national = [f"{name}.{country}" for name in NAMES for country in COUNTRIES]
    tricks = [trick.format(name) for name in OWNED for trick in TRICKS]
    counted = ("gmail.com", "yahoo.com", "outlook.com", "hotmail.com", "x.com")
    return [d for d in dict.fromkeys([*national, *tricks, *ORDINARY]) if d not in counted]
