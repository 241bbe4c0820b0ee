"""Executable statement of DIVERGENCES.md: hamba/avro v2.31.0, its checker, and what becomes of Resolve (works, errs, ends the process).

Parsing is Java's without validation: pairs that hamba refuses are left out.
"""

import json
from schema import *
from java import Parser


def nameeq(r, w):
    return r.short == w.short or w.full in r.aliases


def key(t):
    """the memo's key: the canonical form, here with names for named types (which are defined once)"""
    if t.full is not None:
        return t.full
    if t.kind in ("array", "map"):
        return (t.kind, key(t.items))
    if t.kind == "union":
        return ("union",) + tuple(key(b) for b in t.branches)
    return t.kind


def check(r, w, m):
    k = (key(r), key(w))
    if k in m:
        return True if m[k] is None else m[k]
    m[k] = None
    m[k] = calc(r, w, m)
    return m[k]


def calc(r, w, m):
    if r.kind != w.kind:
        if w.kind == "union":
            return all(check(r, b, m) for b in w.branches)
        if r.kind == "union":
            return any(check(b, w, m) for b in r.branches)
        return r.kind in PROMO.get(w.kind, ())
    if r.kind in ("array", "map"):
        return check(r.items, w.items, m)
    if r.kind == "fixed":
        return nameeq(r, w) and r.size == w.size
    if r.kind == "enum":
        return nameeq(r, w) and (set(w.symbols) <= set(r.symbols) or r.default not in (None, ""))
    if r.kind == "record":
        if not nameeq(r, w):
            return False
        for f in r.fields:
            hit = next((g for g in w.fields if g.name == f.name or g.name in f.aliases), None)
            if hit is None:
                if not f.has:
                    return False
            elif not check(f.type, hit.type, m):
                return False
        return True
    if r.kind == "union":
        return all(check(r, b, m) for b in w.branches)
    return True


class Err(Exception):
    pass


class Dies(Exception):
    pass


STEPS = [0]


def logicalname(t):
    l = t.logical and t.logical[0]
    ok = {
        "uuid": "string",
        "date": "int",
        "time-millis": "int",
        "time-micros": "long",
        "timestamp-millis": "long",
        "timestamp-micros": "long",
        "local-timestamp-millis": "long",
        "local-timestamp-micros": "long",
        "decimal": "bytes",
    }
    return "." + l if l in ok and ok[l] == t.kind else ""


def resolve(r, w, m, path):
    """name of the resolved type, as NewUnionSchema compares it"""
    STEPS[0] += 1
    if STEPS[0] > 200000:
        raise Dies("exponential")
    if w.kind != r.kind:
        if r.kind == "union":
            for b in r.branches:
                if not check(b, w, m):
                    continue
                try:
                    return resolve(b, w, m, path)
                except Err:
                    continue
            raise Err("lacking")
        if w.kind == "union":
            return union(r, w, m, path)
        if r.kind not in PROMO.get(w.kind, ()):
            raise Err("failed to resolve composite schema")  # the memo said that it is compatible
        return r.kind + logicalname(r)
    if r.kind == "union":
        return union(r, w, m, path)
    if r.kind in ("array", "map"):
        resolve(r.items, w.items, m, path)
        return r.kind
    if r.kind == "record":
        k = (id(r), id(w))
        if k in path:
            raise Dies("stack overflow")
        for g in w.fields:
            f = next((f for f in r.fields if f.name == g.name or g.name in f.aliases), None)
            if f is not None:
                resolve(f.type, g.type, m, path | {k})
        return r.full
    if r.kind == "enum" and not set(w.symbols) <= set(r.symbols) and r.default in (None, ""):
        raise Err("symbol")
    return r.full or r.kind + logicalname(r)


def union(r, w, m, path):
    names = [resolve(r, b, m, path) for b in w.branches]
    if len(set(names)) < len(names):
        raise Err("union type must be unique")
    return "union"


def main():
    import collections

    c = collections.Counter()
    for line, r in rows():
        a = r["answers"]["hamba"]
        if a["check"] == "rejects":
            continue
        wt, rt = rawschemas(line)
        try:
            w = Parser(False).top(wt)
            rr = Parser(False).top(rt)
        except Reject:
            c["not parsed"] += 1
            continue
        m = {}
        ok = check(rr, w, m)
        want = a["check"] == "compatible"
        if ok != want:
            print("CHECK", r["id"], ok, a["check"], a.get("why", ""))
            c["check"] += 1
            continue
        c["check ok"] += 1
        if not ok or not a.get("read"):
            continue
        STEPS[0] = 0
        try:
            resolve(rr, w, dict(m), frozenset())
            got = "ok"
        except Err as e:
            got = "fails: resolve"
        except Dies as e:
            got = "fails: dies"
        x = a["read"][0]
        wantr = (
            "fails: dies"
            if isinstance(x, str) and "dies" in x
            else "fails: resolve" if isinstance(x, str) and x.startswith("fails: resolve") else "ok"
        )
        if got != wantr:
            print("RESOLVE", r["id"], got, x)
        c[got] += 1
    print(c)


if __name__ == "__main__":
    main()
