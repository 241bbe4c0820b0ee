"""Executable statement of DIVERGENCES.md, section by section: a model of avsc 5.7.9 (createResolver with ignoreNamespaces, or without)."""

import json, re
from schema import *

NAME = re.compile(r"^[A-Za-z_][A-Za-z0-9_]*$")


def jsnum(x):  # JSON.parse: every number is a double
    if isinstance(x, bool):
        return x
    if isinstance(x, int):
        try:
            return float(x)
        except OverflowError:
            return math.inf
    if isinstance(x, list):
        return [jsnum(y) for y in x]
    if isinstance(x, dict):
        return {k: jsnum(v) for k, v in x.items()}
    return x


UNDEF = object()


def isprim(n):
    return n in PRIM


def unq(n):
    return n.split(".")[-1]


def qualify(n, ns):
    if "." in n:
        n = n[1:] if n.startswith(".") else n
    elif ns:
        n = ns + "." + n
    if any(not NAME.match(p) or p.endswith("\n") for p in n.split(".")):
        raise Reject("invalid name: " + n)
    return n


def maybe(n, ns):
    if not isinstance(n, str):
        raise Reject("TypeError")
    return unq(n) if isprim(unq(n)) else qualify(n, ns)


class Parser:
    def __init__(s):
        s.reg = {}
        s.ns = None

    def make(s, j):
        if j is None:
            raise Reject("invalid type: null")
        if isinstance(j, str):
            n = maybe(j, s.ns)
            if n in s.reg:
                return s.reg[n]
            if isprim(n):
                t = T(n)
                s.reg[n] = t
                return t
            raise Reject("undefined type name")
        if isinstance(j, list):
            bs = [s.make(x) for x in j]
            if not bs:
                raise Reject("empty union")
            seen = set()
            buckets = []
            for b in bs:
                if b.kind == "union":
                    raise Reject("nested")
                k = b.full or b.kind
                if k in seen:
                    raise Reject("duplicate union branch name")
                seen.add(k)
                buckets.append(bucket(b))
            return T("union", branches=bs, wrapped=len(set(buckets)) < len(buckets))
        ty = j.get("type", UNDEF) if isinstance(j, dict) else UNDEF
        if ty in PRIM if isinstance(ty, str) else False:
            return T(ty)
        if ty == "array" or ty == "map":
            key = "items" if ty == "array" else "values"
            t = T(ty)
            s.base(t, j, False)
            x = j.get(key, UNDEF)
            if x is UNDEF or x is None or x == "" or x == 0 or x is False:
                raise Reject("missing " + key)
            t.items = s.make(x)
            return t
        if ty == "enum":
            t = T("enum")
            s.base(t, j)
            sy = j.get("symbols")
            if not isinstance(sy, list) or not sy:
                raise Reject("invalid enum symbols")
            for i, x in enumerate(sy):
                x2 = x if isinstance(x, str) else str(int(x)) if isinstance(x, float) and x == int(x) else str(x)
                if not NAME.match(x2):
                    raise Reject("symbol")
                if x in sy[:i]:
                    raise Reject("duplicate symbol")
            t.symbols = sy
            t.default = j.get("default", UNDEF)
            if t.default is not UNDEF and t.default not in sy:
                raise Reject("invalid default")
            return t
        if ty == "fixed":
            t = T("fixed")
            s.base(t, j)
            z = j.get("size", UNDEF)
            if not isinstance(z, float) or z != z or abs(z) == math.inf or z != int(z) or not 0 <= z < 2**31:
                raise Reject("size")
            t.size = int(z)
            return t
        if ty in ("record", "error") if isinstance(ty, str) else False:
            old = s.ns
            nsp = j.get("namespace", UNDEF)
            if nsp is not UNDEF:
                s.ns = nsp
            elif j.get("name"):
                m = re.match(r"^(.*)\.[^.]+$", j["name"]) if isinstance(j["name"], str) else None
                if m:
                    s.ns = m.group(1)
            t = T("record")
            s.base(t, j)
            fs = j.get("fields")
            if not isinstance(fs, list):
                raise Reject("fields")
            ns = [f.get("name") if isinstance(f, dict) else None for f in fs]
            ns2 = [json.dumps(n) for n in ns]
            if len(set(ns2)) < len(ns2):
                raise Reject("duplicate field")
            t.fields = [s.field(f) for f in fs]
            s.ns = old
            return t
        raise Reject("unknown type")

    def base(s, t, j, named=True):
        ns = j.get("namespace", UNDEF)
        if ns is UNDEF:
            ns = s.ns
        n = j.get("name", UNDEF)
        t.full = None
        if n is not UNDEF:
            if ns is not None and not isinstance(ns, str) and isinstance(n, str) and "." not in n:
                ns = str(int(ns)) if isinstance(ns, float) and ns else None
            n = maybe(n, ns)
            if isprim(n):
                raise Reject("cannot rename primitive")
            if n in s.reg:
                raise Reject("duplicate type name")
            s.reg[n] = t
            t.full = n
        a = j.get("aliases")
        if a:
            if not isinstance(a, list):
                raise Reject("aliases.map")
            t.aliases = [maybe(x, ns) for x in a]

    def field(s, j):
        if not isinstance(j, dict):
            raise Reject("TypeError")
        n = j.get("name")
        if not isinstance(n, str) or not NAME.match(n):
            raise Reject("invalid field name")
        t = s.make(j["type"]) if "type" in j else s.undefined()
        f = F(n, t)
        al = j.get("aliases") or []
        f.aliases = [a if isinstance(a, str) else str(a) for a in (al if isinstance(al, (list, str)) else [])]
        o = j.get("order", "ascending")
        if o not in ("ascending", "descending", "ignore"):
            raise Reject("order")
        if "default" in j:
            f.has = True
            f.default = j["default"]
            try:
                f.value = copy(t, f.default)
            except Bad as e:
                raise Reject("incompatible field default")
        return f

    def undefined(s):
        raise Reject("TypeError undefined")


class Bad(Exception):
    pass


def bucket(t):
    k = t.kind
    if k in ("int", "long", "float", "double"):
        return "number"
    if k in ("bytes", "fixed"):
        return "buffer"
    if k in ("enum", "string"):
        return "string"
    if k in ("map", "record"):
        return "object"
    return k


def copy(t, v):
    """default JSON to a value (tagged); unions take their first branch"""
    k = t.kind
    if k == "union":
        if t.branches[0].kind == "null" and v is not None:
            raise Bad()
        return copy(t.branches[0], v)
    if k == "null":
        if v is not None:
            raise Bad()
        return None
    if k == "boolean":
        if not isinstance(v, bool):
            raise Bad()
        return v
    if k in ("int", "long", "float", "double"):
        if not isinstance(v, float) or isinstance(v, bool):
            raise Bad()
        if k == "int" and (v != v or abs(v) == math.inf or v != int(v) or not -(2**31) <= v < 2**31):
            raise Bad()
        if k == "long" and (v != v or abs(v) == math.inf or v != int(v) or not -9007199254740990 <= v <= 9007199254740990):
            raise Bad()
        if k in ("int", "long"):
            return {k: int(v) if v or str(v) == "0.0" else "-0"}
        if str(v) == "-0.0":
            return {k: "-0"}
        return real(k, v)
    if k == "string":
        if not isinstance(v, str):
            raise Bad()
        return {"string": v}
    if k in ("bytes", "fixed"):
        if not isinstance(v, str):
            raise Bad()
        u = v.encode("utf-16-le", "surrogatepass")
        b = bytes(u[::2])
        if k == "fixed":
            if len(b) != t.size:
                raise Bad()
            return {"fixed": b.hex(), "name": t.full}
        return {"bytes": b.hex()}
    if k == "enum":
        if v not in t.symbols:
            raise Bad()
        return {"enum": v, "name": t.full}
    if k == "array":
        if not isinstance(v, list):
            raise Bad()
        return {"array": [copy(t.items, x) for x in v]}
    if k == "map":
        if not isinstance(v, dict):
            raise Bad()
        return {"map": {a: copy(t.items, x) for a, x in v.items()}}
    if t.fields is None:
        raise Bad()  # the record that is being parsed: its reader is not there yet
    if v is None:
        raise Bad()
    out = {}
    for f in t.fields:
        x = v.get(f.name, UNDEF) if isinstance(v, dict) else UNDEF
        if x is UNDEF and f.has:
            x = f.value
            out[f.name] = recopy(f.type, x)
            continue
        if x is UNDEF:
            raise Bad()
        out[f.name] = copy(f.type, x)
    return {"record": out, "name": t.full}


def recopy(t, x):
    """the absent field of a partial default takes its own default value, which is copied again as if it were JSON"""
    k = t.kind
    if k == "union":
        if t.wrapped and x is not None:
            raise Bad()  # a wrapper is no value of the first branch
        return recopy(t.branches[0], x)
    if k in ("bytes", "fixed"):
        raise Bad()  # a Buffer is no text
    if k == "array":
        return {"array": [recopy(t.items, y) for y in x["array"]]}
    if k == "map":
        return {"map": {a: recopy(t.items, y) for a, y in x["map"].items()}}
    if k == "record":
        return {"record": {f.name: recopy(f.type, x["record"][f.name]) for f in t.fields}, "name": t.full}
    return x


def jslong(d):
    """Tap.readLong: past 28 bits the zigzag number is a double, and its sign bit is lost above 2**53"""
    n = k = 0
    while True:
        b = d.take(1)[0]
        n |= (b & 127) << k
        k += 7
        if b < 128:
            return (n >> 1) ^ -(n & 1)
        if k == 28:
            break
    f = float(n)
    fk = 2.0**28
    while True:
        b = d.take(1)[0]
        f += (b & 127) * fk
        fk *= 128
        if b < 128:
            break
    return (-(f + 1) if f % 2 else f) / 2


class Incompatible(Exception):
    pass


class R:
    def __init__(s, t):
        s.t = t
        s.read = None


def compatname(r, w, strict):
    if w.full is None:
        return True
    names = [r.full] + r.aliases
    return w.full in names if strict else unq(w.full) in [unq(n) for n in names if n]


def resolver(r, w, reg, strict):
    key = None
    if r.kind == "record" and w.kind == "record":
        key = (r.full, w.full)
        if key in reg:
            return reg[key]
    res = R(r)
    if key:
        reg[key] = res
    if w.kind == "union":
        rs = [resolver(r, b, reg, strict) for b in w.branches]

        def rd(d):
            i = d.long()
            if not 0 <= i < len(rs):
                raise Fails("index")
            return call(rs[i], d)

        res.read = rd
    else:
        update(r, w, res, reg, strict)
    if res.read is None:
        raise Incompatible()
    return res


def call(res, d):
    if res.read is None:
        raise Fails("TypeError: not a function")
    return res.read(d)


def update(r, w, res, reg, strict):
    rk, wk = r.kind, w.kind
    if rk == "union":
        for b in r.branches:
            try:
                x = resolver(b, w, reg, strict)
            except Incompatible:
                continue
            res.read = lambda d: call(x, d)
            return
        return
    if rk in PRIM:
        if wk == rk or wk in PROMO and rk in PROMO[wk]:

            def rd(d):
                v = jslong(d) if wk in ("int", "long") else prim(wk, d)
                if rk in ("null", "boolean"):
                    return v
                if rk == "int":
                    return {"int": int(v)}
                if rk == "long":
                    if not -9007199254740990 <= float(v) <= 9007199254740990:
                        raise Fails("precision")
                    return {"long": int(v)}
                if rk in ("float", "double"):
                    return real(rk, float(v)) if str(float(v)) != "-0.0" else {rk: "-0"}
                if rk == "string":
                    return {"string": v.decode("utf8", "replace")}
                return {"bytes": v.hex()}

            res.read = rd
    elif rk in ("array", "map"):
        if wk == rk:
            x = resolver(r.items, w.items, reg, strict)
            if rk == "array":
                res.read = lambda d: {"array": [call(x, d) for _ in blocks(d)]}
            else:

                def rd(d):
                    out = {}
                    for _ in blocks(d):
                        k = prim("string", d).decode("utf8", "replace")
                        out[k] = call(x, d)
                    return {"map": out}

                res.read = rd
    elif rk == "fixed":
        if wk == rk and r.size == w.size and compatname(r, w, strict):
            res.read = lambda d: {"fixed": d.take(r.size).hex(), "name": r.full}
    elif rk == "enum":
        if wk == rk and compatname(r, w, strict) and (all(s in r.symbols for s in w.symbols) or r.default is not UNDEF):

            def rd(d):
                s = w.symbols[d.long()]
                return {"enum": s if s in r.symbols else r.default, "name": r.full}

            res.read = rd
    else:
        # RecordType._update does not look at the writer's kind before its name
        if not compatname(r, w, strict):
            raise Incompatible("no alias")
        if wk != "record":
            raise Incompatible("TypeError on fields")
        wf = {f.name: f for f in w.fields}
        plan = {}
        fill = []
        for f in r.fields:
            hits = [n for n in dict.fromkeys([f.name] + f.aliases) if n in wf]
            if len(hits) > 1:
                raise Incompatible("ambiguous")
            if not hits:
                if not f.has:
                    raise Incompatible("no matching field")
                fill.append(f)
            else:
                plan.setdefault(hits[0], []).append((f.name, resolver(f.type, wf[hits[0]].type, reg, strict)))

        def rd(d):
            out = {}
            for f in w.fields:
                if f.name not in plan:
                    skip(f.type, d)
                    continue
                for j, (n, x) in reversed(list(enumerate(plan[f.name]))):
                    p = d.p
                    out[n] = call(x, d)
                    if j:
                        d.p = p
            for f in fill:
                out[f.name] = f.value
            return {"record": {f.name: out[f.name] for f in r.fields}, "name": r.full}

        res.read = rd


def modelof(strict):
    def model(wt, rt, data, mode):
        try:
            w = Parser().make(jsnum(json.loads(wt)))
            r = Parser().make(jsnum(json.loads(rt)))
        except Reject as e:
            return {"check": "rejects", "why": str(e)}
        try:
            x = resolver(r, w, {}, strict)
        except Incompatible as e:
            return {"check": "incompatible", "why": str(e)}
        out = []
        for b in data:
            try:
                d = In(b)
                v = call(x, d)
                out.append("fails: trailing data" if d.left() else v)
            except (Fails, RecursionError) as e:
                out.append("fails: " + str(e))
        return {"check": "compatible", "read": out}

    return model


if __name__ == "__main__":
    compare("avsc", modelof(False))
