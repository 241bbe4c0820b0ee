"""Shared by the three models: schema nodes, exact JSON, binary data, comparison with the answers."""

import json, struct, math


class Reject(Exception):
    pass  # parser refuses


class Fails(Exception):
    pass  # read fails


PRIM = ("null", "boolean", "int", "long", "float", "double", "string", "bytes")


class T:
    def __init__(s, kind, **k):
        s.kind = kind
        s.full = None
        s.aliases = []
        s.fields = None
        s.items = None
        s.branches = None
        s.symbols = None
        s.default = None
        s.size = None
        s.logical = None
        s.props = {}
        s.__dict__.update(k)

    @property
    def short(s):
        return s.full.split(".")[-1] if s.full is not None else None

    @property
    def ns(s):
        return s.full.rpartition(".")[0]


class F:
    def __init__(s, name, type, has=False, default=None, aliases=(), order="ascending"):
        s.name, s.type, s.has, s.default, s.aliases, s.order = name, type, has, default, list(aliases), order


NAMED = ("record", "enum", "fixed")
PROMO = {"int": ("long", "float", "double"), "long": ("float", "double"), "float": ("double",), "string": ("bytes",), "bytes": ("string",)}


class In:
    def __init__(s, b):
        s.b, s.p = b, 0

    def take(s, n):
        if s.p + n > len(s.b):
            raise Fails("EOF")
        x = s.b[s.p : s.p + n]
        s.p += n
        return x

    def long(s):
        n = k = 0
        while True:
            c = s.take(1)[0]
            n |= (c & 127) << k
            k += 7
            if c < 128:
                break
        return (n >> 1) ^ -(n & 1)

    def left(s):
        return len(s.b) - s.p


def f32(x):
    try:
        return struct.unpack("<f", struct.pack("<f", x))[0]
    except OverflowError:
        return math.inf if x > 0 else -math.inf


def prim(kind, d):
    if kind == "null":
        return None
    if kind == "boolean":
        return d.take(1) != b"\0"
    if kind in ("int", "long"):
        return d.long()
    if kind == "float":
        return struct.unpack("<f", d.take(4))[0]
    if kind == "double":
        return struct.unpack("<d", d.take(8))[0]
    n = d.long()
    if n < 0:
        raise Fails("negative")
    return d.take(n)


def skip(t, d):
    k = t.kind
    if k in PRIM:
        prim(k, d)
    elif k == "enum":
        d.long()
    elif k == "fixed":
        d.take(t.size)
    elif k == "array":
        for _ in blocks(d):
            skip(t.items, d)
    elif k == "map":
        for _ in blocks(d):
            prim("string", d)
            skip(t.items, d)
    elif k == "union":
        skip(t.branches[d.long()], d)
    elif k == "record":
        for f in t.fields:
            skip(f.type, d)


def blocks(d):
    while True:
        n = d.long()
        if n == 0:
            return
        if n < 0:
            n = -n
            d.long()
        yield from range(n)


def rows():
    import glob, os, sys

    out = []
    for p in sorted(
        glob.glob(
            (sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "avro")) + "/*.jsonl"
        )
    ):
        for l in open(p):
            out.append((l, json.loads(l)))
    return out


def same(a, b):
    """tagged values equal, numbers compared as numbers of their kind"""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, bool) or isinstance(b, bool) or a is None or b is None:
        return a is b
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return a == b or f32(a) == f32(b) and abs(a - b) <= 1e-6 * abs(a)
    return a == b


def real(tag, x):
    if x != x:
        return {tag: "NaN"}
    if x in (math.inf, -math.inf):
        return {tag: "Infinity" if x > 0 else "-Infinity"}
    return {tag: x}


def compare(name, model, lenient=None, limit=60, skipids=()):
    import sys

    sys.setrecursionlimit(3000)
    bad = 0
    n = 0
    for line, r in rows():
        a = r["answers"][name]
        ids = r["id"]
        if any(ids.startswith(x) for x in skipids):
            continue
        raw = rawschemas(line)
        data = [bytes.fromhex(x["hex"]) for x in r["data"]]
        for mode in ("strict", "lenient"):
            if mode == "lenient":
                if a.get("check") != "rejects" or "lenient" not in a:
                    continue
                aa = a["lenient"]
            else:
                aa = a
            n += 1
            try:
                got = model(raw[0], raw[1], data, mode)
            except RecursionError:
                got = {"check": "throws", "read": ["fails"] * len(data)}
            want = {"check": aa.get("check"), "read": aa.get("read", [])}
            ok = got["check"] == want["check"]
            why = "check" if not ok else ""
            if ok and (want["read"] or name != "avsc"):
                g = got.get("read") or []
                if want["read"] and len(g) != len(want["read"]):
                    ok = False
                    why = "count"
                for x, y in zip(g, want["read"]):
                    fx = isinstance(x, str)
                    fy = isinstance(y, str)
                    if fx != fy or (not fx and not same(x, y)):
                        ok = False
                        why = "read"
            if ok and "logical" in got:
                for key, wv in (("logical", aa.get("logical", aa.get("read", []))), ("validator", [aa.get("validator", aa.get("check"))])):
                    gv = got[key] if key == "logical" else [got[key]]
                    for x, y in zip(gv, wv):
                        fx = isinstance(x, str) and x.startswith("fails")
                        fy = isinstance(y, str) and y.startswith("fails")
                        if fx != fy or (not fx and not same(x, y)):
                            ok = False
                            why = key
                            got["read"] = got[key]
                            want["read"] = wv
            if not ok:
                bad += 1
                if bad <= limit:
                    print(
                        mode,
                        ids,
                        why,
                        "| got",
                        got["check"],
                        json.dumps(got.get("read"))[:170],
                        got.get("why", "")[:80],
                        "| want",
                        want["check"],
                        json.dumps(want["read"])[:190],
                        (aa.get("reader") or aa.get("writer") or "")[:100],
                    )
    print(name, "disagree", bad, "of", n)


def rawschemas(line):
    dec = json.JSONDecoder()
    i = line.index('"writer":') + 9
    w, e = dec.raw_decode(line, i)
    j = line.index('"reader":', e) + 9
    r, e2 = dec.raw_decode(line, j)
    return line[i:e], line[j:e2]
