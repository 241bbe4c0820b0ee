"""Executable statement of DIVERGENCES.md, section by section: a model of the PyPI package avro 1.12.2."""

import json, re
from schema import *

VALID = PRIM + ("fixed", "enum", "record", "error", "array", "map", "union", "request", "error_union")
PAT = re.compile(r"(?:^|\.)[A-Za-z_][A-Za-z0-9_]*$")


class Parser:
    def __init__(s):
        s.names = {}
        s.ns = None

    def full(s, name, space):
        if name == "":
            raise Reject("empty")
        f = name if "." in name or space == "" or not (space or s.ns) else (space or s.ns) + "." + name
        for part in f.split("."):
            if not PAT.search(part):
                raise Reject("InvalidName " + f)
        return f

    def ref(s, j):
        if isinstance(j, str):
            f = s.full(j, None)  # has_name: validates the spelling of any string
            if f in s.names:
                return s.names[f]
        return s.make(j)

    def make(s, j):
        if isinstance(j, dict):
            ty = j.get("type")
            lt = j.get("logicalType")
            props = {
                k: v for k, v in j.items() if k not in ("type", "name", "namespace", "fields", "items", "size", "symbols", "values", "doc")
            }
            if lt:
                if isinstance(lt, (dict, list)) or isinstance(ty, (dict, list)):
                    raise Reject("unhashable")
                t = s.logical(lt, ty, props)
                if t:
                    return t
            if isinstance(ty, (dict, list)):
                raise Reject("Undefined type")
            if ty in ("fixed", "enum", "record", "error"):
                n = j.get("name")
                if not isinstance(n, str):
                    raise Reject("Name must be a string")
                return s.named(j, ty, n, j.get("namespace", s.ns), lt, props)
            if ty in PRIM:
                return T(ty, props=props)
            if ty == "array":
                return T("array", items=s.ref(j.get("items")), props=props)
            if ty == "map":
                return T("map", items=s.ref(j.get("values")), props=props)
            if ty == "error_union":
                raise Reject("error_union")
            raise Reject("Undefined type")
        if isinstance(j, list):
            bs = []
            for x in j:
                b = s.ref(x)
                if b.kind not in ("fixed", "enum", "record", "error") and b.kind in [y.kind for y in bs]:
                    raise Reject("type already in Union")
                if b.kind == "union":
                    raise Reject("Unions cannot contain other unions")
                bs.append(b)
            return T("union", branches=bs)
        if isinstance(j, str) and j in PRIM:
            return T(j)
        raise Reject("Could not make")

    def logical(s, lt, ty, props):
        ok = {
            ("date", "int"),
            ("timestamp-micros", "long"),
            ("timestamp-millis", "long"),
            ("time-micros", "long"),
            ("time-millis", "int"),
            ("uuid", "string"),
        }
        if (lt, ty) in ok:
            return T(ty, props=props, logical=lt)
        if (lt, ty) == ("decimal", "bytes"):
            p, sc = props.get("precision"), props.get("scale", 0)
            if goodint(p) and 0 < p <= 2**31 - 1 and goodint(sc) and 0 <= sc <= p:
                return T("bytes", logical="decimal", props=dict(props, precision=p, scale=sc))
        return None

    def named(s, j, ty, name, ns, lt, props):
        if ty == "fixed":
            size = j.get("size")
            if lt == "decimal":
                p, sc = j.get("precision"), j.get("scale", 0)
                if not isinstance(size, (int, float)):
                    raise Reject("size")
                try:
                    mx = int(math.floor(math.log10(2) * (8 * size - 1)))
                except Exception:
                    raise Reject("size")
                if goodint(p) and 0 < p <= mx and goodint(sc) and 0 <= sc <= p:
                    t = s.fixed(name, ns, size, props)
                    t.logical = "decimal"
                    t.props.update(precision=p, scale=sc)
                    return t
            return s.fixed(name, ns, size, props)
        if ty == "enum":
            sy = j.get("symbols")
            if not isinstance(sy, (list, str)):
                raise Reject("symbols")
            for x in sy:
                if not isinstance(x, str):
                    raise Reject("symbols")
                if not PAT.search(x):
                    raise Reject("symbol")
            if len(set(sy)) < len(sy):
                raise Reject("Duplicate symbol")
            t = T("enum", symbols=sy, props=props)
            s.register(t, name, ns)
            if "default" in props and props["default"] not in sy:
                raise Reject("InvalidDefault")
            return t
        fs = j.get("fields")
        if not isinstance(fs, list):
            raise Reject("fields")
        t = T("record", props=props)
        t.err = ty == "error"
        s.register(t, name, ns)
        old = s.ns
        if ty == "record":
            f = name if "." in name or ns == "" or not (ns or s.ns) else (ns or s.ns) + "." + name
            s.ns = f.rsplit(".", 1)[0] if "." in f else None
        out = []
        for x in fs:
            if not isinstance(x, dict):
                raise Reject("Not a valid field")
            out.append(s.field(x))
            if out[-1].name in [y.name for y in out[:-1]]:
                raise Reject("already in use")
        t.fields = out
        s.ns = old
        return t

    def fixed(s, name, ns, size, props):
        if not isinstance(size, int) or size < 0:
            raise Reject("size")
        t = T("fixed", size=size, props=dict(props))
        s.register(t, name, ns)
        return t

    def register(s, t, name, ns):
        if not name:
            raise Reject("name")
        if ns is not None and not isinstance(ns, str):
            raise Reject("namespace")
        f = s.full(name, ns or None)
        if f in PRIM:
            raise Reject("reserved")
        if f in s.names:
            raise Reject("already in use")
        s.names[f] = t
        t.full = f

    def field(s, j):
        n = j.get("name")
        if not n or not isinstance(n, str):
            raise Reject("field name")
        o = j.get("order")
        if o is not None and o not in ("ascending", "descending", "ignore"):
            raise Reject("order")
        t = s.ref(j.get("type"))
        f = F(n, t, "default" in j, j.get("default"))
        f.props = {k: v for k, v in j.items() if k not in ("default", "name", "doc", "order", "type")}
        return f


def goodint(x):
    return isinstance(x, int)


def kindof(t):
    return "error" if getattr(t, "err", False) else t.kind


# --- checker: SchemaCompatibility of Java, with raw aliases, and the first alias that hits
def check(r, w, m):
    key = (id(r), id(w))
    if key in m:
        return True if m[key] is None else m[key]
    m[key] = None
    m[key] = calc(r, w, m)
    return m[key]


class Throws(Exception):
    pass


def nameeq(r, w):
    a = r.props.get("aliases")
    return r.short == w.short or isinstance(a, (list, str, dict)) and w.full in a


def calc(r, w, m):
    rk, wk = kindof(r), kindof(w)
    if rk == wk:
        if rk in PRIM:
            return True
        if rk in ("array", "map"):
            return check(r.items, w.items, m)
        if rk == "fixed":
            return nameeq(r, w) and r.size == w.size
        if rk == "enum":
            d = r.props.get("default")
            return nameeq(r, w) and (set(w.symbols) <= set(r.symbols) or bool(d))
        if rk == "union":
            return all([check(r, b, m) for b in w.branches])
        if rk == "record":
            ok = nameeq(r, w)
            wf = {f.name: f for f in w.fields}
            for f in r.fields:
                hit = wf.get(f.name)
                if not hit:
                    al = f.props.get("aliases")
                    if isinstance(al, (list, str, dict)):
                        for a in al:
                            if isinstance(a, (list, dict)):
                                raise Throws()
                            if a in wf:
                                hit = wf[a]
                                break
                if hit:
                    c = check(f.type, hit.type, m)
                elif f.has:
                    c = True
                elif f.type.kind == "enum" and f.type.props.get("default"):
                    c = check(f.type, w, m)
                else:
                    c = False
                ok = ok and c
            return ok
        raise Throws("Unknown schema type")
    if wk == "union":
        return all([check(r, b, m) for b in w.branches])
    if rk == "union":
        for b in r.branches:
            if check(b, w, m):
                return True
        return False
    if rk in ("record", "array", "map", "fixed", "enum", "null", "boolean", "int"):
        return False
    if rk == "error":
        raise Throws("Unknown schema type")
    return rk in PROMO.get(wk, ())


# --- reader
def match(r, w):
    rk, wk = kindof(r), kindof(w)
    if rk == "union":
        return wk == "union" or any(match(b, w) for b in r.branches)
    if rk in PRIM:
        return rk == wk or wk in ("int", "long", "float") and rk in PROMO.get(wk, ())
    if rk in ("array", "map"):
        return wk == rk and kindof(r.items) == kindof(w.items)
    if rk == "fixed":
        return wk == rk and r.full == w.full and r.size == w.size
    return wk == rk and r.full == w.full


def text(b):
    try:
        return b.decode("utf8")
    except UnicodeDecodeError:
        raise Fails("UnicodeDecodeError")


from decimal import Decimal, getcontext, localcontext


def plain(d):
    return format(d.normalize() if d else Decimal(0), "f")


def dec(b, t):
    if not b:
        raise Fails("struct.error")
    with localcontext() as c:
        p = t.props.get("precision")
        sc = t.props.get("scale")
        try:
            c.prec = p
        except (ValueError, OverflowError):
            raise Fails("prec")
        try:
            return {"decimal": plain(Decimal(int.from_bytes(b, "big", signed=True)).scaleb(-sc))}
        except Exception as e:
            raise Fails(str(e))


def read(w, r, d):
    if not match(r, w):
        raise Fails("do not match")
    if w.kind == "union" and r.kind == "union":
        i = d.long()
        if not 0 <= i < len(w.branches):
            raise Fails("index")
        return read(w.branches[i], r, d)
    if r.kind == "union":
        for b in r.branches:
            if match(b, w):
                return read(w, b, d)
    k = w.kind
    if k in ("null", "boolean"):
        return prim(k, d)
    if k == "string":
        return {"text": text(prim(k, d))}
    if k in ("int", "long"):
        return moment(w.logical, prim(k, d))
    if k in ("float", "double"):
        return real("real", prim(k, d))
    if k == "bytes":
        if isdec(w):
            return dec(prim(k, d), w)
        return {"octets": prim(k, d).hex()}
    if k == "fixed":
        if isdec(w):
            return dec(d.take(w.size), w)
        return {"octets": d.take(w.size).hex()}
    if k == "enum":
        sym = w.symbols[d.long()]
        if sym not in r.symbols:
            raise Fails("not present")
        return {"text": sym}
    if k == "array":
        return {"array": [read(w.items, r.items, d) for _ in blocks(d)]}
    if k == "map":
        out = {}
        for _ in blocks(d):
            key = text(prim("string", d))
            out[key] = read(w.items, r.items, d)
        return {"dict": out}
    rf = {f.name: f for f in r.fields}
    out = {}
    for f in w.fields:
        if f.name in rf:
            out[f.name] = read(f.type, rf[f.name].type, d)
        else:
            skip(f.type, d)
    wf = {f.name for f in w.fields}
    if len(rf) > len(out):
        for f in r.fields:
            if f.name not in wf:
                if not f.has:
                    raise Fails("No default")
                out[f.name] = default(f.type, f.default)
    return {"dict": out}


def isdec(w):
    return w.logical == "decimal"


def moment(l, v):
    if l is None or l == "uuid":
        return {"num": v}
    if l == "date":
        if not -719162 <= v <= 2932896:
            raise Fails("range")
        return {"date": v}
    if l in ("time-millis", "time-micros"):
        us = v * 1000 if l == "time-millis" else v
        if not 0 <= us < 86400000000:
            raise Fails("range")
        return {"time": plain(Decimal(us).scaleb(-6))}
    us = v * 1000 if l == "timestamp-millis" else v
    if not -62135596800 * 10**6 <= us < 253402300800 * 10**6:
        raise Fails("range")
    return {"instant": plain(Decimal(us).scaleb(-6))}


def default(t, d):
    k = t.kind
    if k == "null":
        if d is None:
            return None
    elif k == "boolean":
        return bool(d)
    elif k in ("int", "long"):
        if isinstance(d, bool):
            return d
        if isinstance(d, int):
            return {"num": d}
    elif k in ("float", "double"):
        if isinstance(d, float):
            return real("real", d)
    elif k in ("bytes", "fixed"):
        if isinstance(d, str):
            try:
                return {"octets": d.encode().hex()}
            except UnicodeEncodeError:
                raise Fails("encode")
    elif k in ("enum", "string"):
        if isinstance(d, str):
            return {"text": d}
    elif k == "array":
        if isinstance(d, (list, str, dict)):
            return {"array": [default(t.items, x) for x in d]}
    elif k == "map":
        if isinstance(d, dict):
            return {"dict": {a: default(t.items, x) for a, x in d.items()}}
    elif k == "union":
        if not t.branches:
            raise Fails("IndexError")
        return default(t.branches[0], d)
    elif k == "record":
        if isinstance(d, dict):
            out = {}
            for f in t.fields:
                x = d.get(f.name)
                if x is None:
                    x = f.default
                out[f.name] = default(f.type, x)
            return {"dict": out}
    raise Fails("InvalidDefaultException")


def model(wt, rt, data, mode):
    try:
        w = Parser().make(json.loads(wt))
        r = Parser().make(json.loads(rt))
    except Reject as e:
        return {"check": "rejects", "why": str(e)}
    try:
        c = "compatible" if check(r, w, {}) else "incompatible"
    except Throws:
        c = "throws"
    out = []
    for b in data:
        try:
            d = In(b)
            v = read(w, r, d)
            out.append("fails: BytesLeft" if d.left() else v)
        except (Fails, RecursionError, IndexError) as e:
            out.append("fails: " + str(e))
    return {"check": c, "read": out}


if __name__ == "__main__":
    compare("python", model)
