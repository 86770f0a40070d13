"""Lines of a log that are unusual or damaged, each with the weight that it must be counted with, or None if it is no record."""
import json


def lines(good):
    """Variations of a record, given as the line that the tool wrote; it has an account and no weight.

    DuckDB also accepts NaN, trailing commas and duplicate keys, so these are not here.
    """
    record = json.loads(good)

    def edited(old, new):
        if old not in good:
            raise ValueError(f"the record has no {old!r}")
        return good.replace(old, new, 1)

    def weighted(text):
        return edited(b',"policy":', b',"weight":%s,"policy":' % text)

    def moved(weight):
        return json.dumps({**record, "weight": weight}, separators=(",", ":")).encode()

    correlation, fact = b'"correlation":"', b'"facts":{"action":"'
    return [
        # As written, and written again by other programs.
        (good, 1), (good + b"\r", 1), (b"  " + good, 1), (json.dumps(record).encode(), 1), (json.dumps(record, sort_keys=True).encode(), 1),
        (good.replace(b"{", b"{\t"), 1), (edited(b'"time"', b'"\\u0074ime"'), 1), (edited(fact, fact + "\uffff\U0001f600\u2028".encode()), 1),
        (edited(correlation, correlation + b'\\"},\\"policy\\":{,\\"account\\":null,\\"facts\\":{'), 1),
        # Weights.
        (weighted(b"1"), 1), (weighted(b"5"), 5), (moved(5), 5), (weighted(b"99999999999"), 99999999999), (moved(1 << 40), 1 << 40),
        *((weighted(text), None) for text in (b"0", b"-1", b"1.0", b"+1", b"1e0", b"null", b'"3"', b"[1]", b"true", b"1180591620717411303424")),
        *((moved(weight), None) for weight in (0, -1, 1.5, "3", None, True, [1], 1 << 70)),
        # Damage.
        *((good + more, None) for more in (b"}", b" x", b",", b"]", good, b"," + good)), (good[:-1], None), (good[:300], None), (good[:30], None),
        *((edited(correlation, correlation + damage), None) for damage in (b"\x00", b"\t")),
        (edited(b'","correlation"', b'",,"correlation"'), None),
        # Other JSON, and none.
        (b"{}", 1), (b'{"other":{"time":1,"account":2,"weight":3}}', 1), ('{"\u00e9":"\u2603","account":null}'.encode(), 1),
        *((text, None) for text in (b"[1]", b"17", b"null", b'"text"', b"{'record':1}", b"/**/{}", b"\xff", b"{")),
    ]


def skipped(good):
    """Damaged lines that the engines call no records. `linkpolicy replay` counts them, as it skips the damaged member or word unread."""
    correlation, fact = b'"correlation":"', b'"facts":{"action":"'
    return [
        *(good.replace(correlation, correlation + damage, 1) for damage in (b"\\q", b"\xff", b"\xed\xa0\x80", b"\\ud800")),
        good.replace(fact, fact + b"\xff", 1), good.replace(b'"version":', b'"version":0', 1),
        good.replace(b',"policy":', b',"weight":01,"policy":', 1)]


# These have no record and are not counted.
BLANK = (b"", b"   ", b"\t", b"\r")
