"""Executable statement of DIVERGENCES.md: twmb/avro v1.9.1, its CheckCompatibility; Resolve fails where it does and nowhere else.

Parsing is Java's without validation: pairs that twmb refuses are left out.
"""

import collections, json
from schema import *
from java import Parser as JP


class P(JP):
    def named(s, j, ty, ns):
        t = JP.named(s, j, ty, ns)
        BARE[t.full] = [a for a in (j.get("aliases") or []) if "." not in a]
        return t


BARE = {}


def nm(r, w):
    return r.full == w.full or r.short == w.short or w.full in r.aliases or w.short in BARE.get(r.full, [])


def field_ok(f):
    return f.has or f.type.kind == "union" and len(f.type.branches) > 1 and f.type.branches[0].kind == "null"


def branch(r, w):
    named = w.kind in NAMED
    for tier in (0, 1):
        for b in r.branches:
            if b.kind != w.kind or b.kind == "fixed" and b.size != w.size:
                continue
            if not named:
                if tier == 0:
                    return b
            elif tier == 0 and (b.full == w.full or w.full in b.aliases):
                return b
            elif tier == 1 and (b.short == w.short or w.short in BARE.get(b.full, [])):
                return b
    for b in r.branches:
        if b.kind in PROMO.get(w.kind, ()):
            return b
    return None


def check(r, w, seen):
    k = (id(r), id(w))
    if k in seen:
        return True
    seen.add(k)
    if w.kind == "union":
        for b in w.branches:
            x = branch(r, b) if r.kind == "union" else r
            if x is None or not check(x, b, seen):
                return False
        return True
    if r.kind == "union":
        x = branch(r, w)
        return x is not None and check(x, w, seen)
    if r.kind != w.kind:
        return r.kind in PROMO.get(w.kind, ())
    if r.kind in NAMED and not nm(r, w):
        return False
    if r.kind == "fixed" and r.size != w.size:
        return False
    if r.kind == "enum":
        return set(w.symbols) <= set(r.symbols) or r.default is not None
    if r.kind in ("array", "map"):
        return check(r.items, w.items, seen)
    if r.kind == "record":
        wf = {f.name: f for f in w.fields}
        for f in r.fields:
            h = next((wf[n] for n in [f.name] + f.aliases if n in wf), None)
            if h is None:
                if not field_ok(f):
                    return False
            elif not check(f.type, h.type, seen):
                return False
        claimed = set()
        for g in w.fields:
            i = next((f.name for f in r.fields if f.name == g.name), None) or next((f.name for f in r.fields if g.name in f.aliases), None)
            if i is None:
                continue
            if i in claimed:
                return False
            claimed.add(i)
        return True
    if r.logical and r.logical[0] == "decimal" and w.logical and w.logical[0] == "decimal":
        return r.logical == w.logical
    return True


def main():
    c = collections.Counter()
    for line, r in rows():
        a = r["answers"]["twmb"]
        if a["check"] == "rejects":
            continue
        wt, rt = rawschemas(line)
        try:
            w = P(False).top(wt)
            BARE.clear()
            rr = P(False).top(rt)
        except Reject:
            c["not parsed"] += 1
            continue
        ok = check(rr, w, set())
        c[ok == (a["check"] == "compatible")] += 1
        if ok != (a["check"] == "compatible"):
            print(r["id"], ok, a["check"], a.get("why", "")[:120])
    print(c)


if __name__ == "__main__":
    main()
