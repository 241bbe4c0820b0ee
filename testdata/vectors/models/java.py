"""Executable statement of DIVERGENCES.md, section by section: a model of org.apache.avro 1.12.2: parser, SchemaCompatibility, GenericDatumReader (fast reader)."""

import json, re
from schema import *


def letter(c):  # Character.isLetter on one UTF-16 unit
    import unicodedata

    return ord(c) < 0x10000 and unicodedata.category(c) in ("Lu", "Ll", "Lt", "Lm", "Lo")


def digit(c):
    import unicodedata

    return ord(c) < 0x10000 and unicodedata.category(c) == "Nd"


def goodname(n):
    return isinstance(n, str) and n != "" and (letter(n[0]) or n[0] == "_") and all(letter(c) or digit(c) or c == "_" for c in n[1:])


class Parser:
    def __init__(s, strict):
        s.strict = strict
        s.names = {}
        s.shells = []

    def name(s, n):
        if s.strict and not goodname(n):
            raise Reject("Illegal name %r" % n)
        return n

    def full(s, name, space):  # new Name(name, space): only the last part is validated
        i = name.rfind(".")
        if i >= 0:
            space = name[:i]
            name = name[i + 1 :]
        s.name(name)
        return (space + "." if space else "") + name

    def put(s, t):
        parts = t.full.split(".")  # java drops trailing empties only
        while len(parts) > 1 and parts[-1] == "":
            parts.pop()
        for p in parts:
            if s.strict and not goodname(p):
                raise Reject("Namespace part %r" % p)
        old = s.names.setdefault(t.full, t)
        if old is not t and not equal(old, t):
            raise Reject("Can't redefine " + t.full)

    def find(s, n, ns):
        if n in PRIM:
            return T(n)
        full = ns + "." + n if ns and "." not in n else n
        t = s.names.get(full) or s.names.get(n)
        if t:
            return t
        sh = T("record", full=None, fields=[])
        sh.shell = full
        s.shells.append(sh)
        return sh

    def parse(s, j, ns):
        if isinstance(j, str):
            return s.find(j, ns)
        if isinstance(j, list):
            return s.union([s.parse(x, ns) for x in j])
        if not isinstance(j, dict):
            raise Reject("not supported")
        ty = j.get("type")
        if not isinstance(ty, str):
            raise Reject("No type")
        if ty in PRIM:
            t = T(ty)
        elif ty in ("record", "error", "enum", "fixed"):
            return s.named(j, ty, ns)
        elif ty == "array":
            if "items" not in j:
                raise Reject("no items")
            t = T("array", items=s.parse(j["items"], ns))
        elif ty == "map":
            if "values" not in j:
                raise Reject("no values")
            t = T("map", items=s.parse(j["values"], ns))
        else:
            raise Reject("MUST be a primitive type")
        t.props = {k: v for k, v in j.items() if k not in RES}
        t.logical = logical(t)
        return t

    def union(s, bs):
        seen = set()
        for b in bs:
            if b.kind == "union":
                raise Reject("Nested union")
            k = b.full or getattr(b, "shell", None) and id(b) or b.kind
            if k in seen:
                raise Reject("Duplicate in union")
            seen.add(k)
        return T("union", branches=bs)

    def named(s, j, ty, ns):
        n = j.get("name")
        sp = j.get("namespace")
        if not isinstance(sp, str):
            sp = ns
        if not isinstance(n, str):
            raise Reject("No name")
        full = s.full(n, sp)
        if full in PRIM:
            raise Reject("may not be named after primitives")
        inner = full.rpartition(".")[0]
        t = T("record" if ty == "error" else ty, full=full)
        t.err = ty == "error"
        if ty == "enum":
            if not isinstance(j.get("symbols"), list):
                raise Reject("no symbols")
            t.symbols = []
            for x in j["symbols"]:
                x = s.name(x if isinstance(x, str) else None)
                if x in t.symbols:
                    raise Reject("Duplicate enum symbol")
                t.symbols.append(x)
            d = j.get("default")
            t.default = d if isinstance(d, str) else None
            if t.default is not None and t.default not in t.symbols:
                raise Reject("Enum Default")
        elif ty == "fixed":
            z = j.get("size")
            if isinstance(z, bool) or not isinstance(z, int) or not -(2**31) <= z < 2**31:
                raise Reject("size")
            if z < 0 or z > 2147483639:
                raise Reject("size")
            t.size = z
        else:
            if not isinstance(j.get("fields"), list):
                raise Reject("no fields")
            fs = [s.field(f, inner) for f in j["fields"]]
            if len({f.name for f in fs}) < len(fs):
                raise Reject("Duplicate field")
            t.fields = fs
        t.props = {k: v for k, v in j.items() if k not in RES and not (ty == "enum" and k == "default")}
        t.logical = logical(t)
        for a in s.aliaslist(j):
            t.aliases.append(s.full(a, inner))
        s.put(t)
        return t

    def aliaslist(s, j):
        if "aliases" not in j:
            return []
        a = j["aliases"]
        if not isinstance(a, list):
            raise Reject("aliases not an array")
        if any(not isinstance(x, str) for x in a):
            raise Reject("alias not a string")
        return list(dict.fromkeys(a))

    def field(s, j, ns):
        if not isinstance(j, dict) or not isinstance(j.get("name"), str):
            raise Reject("No field name")
        if "type" not in j:
            raise Reject("No field type")
        t = s.parse(j["type"], ns)
        order = "ascending"
        if "order" in j:
            if not isinstance(j["order"], str) or j["order"].lower() not in ("ascending", "descending", "ignore"):
                raise Reject("order")
            order = j["order"].lower()
        has = "default" in j
        d = j.get("default")
        if has and t.kind in ("float", "double") and isinstance(d, str):
            x = javadouble(d)
            if x is None:
                raise Reject("NumberFormatException")
            d = x
        s.name(j["name"])
        if has and s.strict and not valid(t, d):
            raise Reject("Invalid default")
        f = F(j["name"], t, has, d, order=order)
        f.props = {k: v for k, v in j.items() if k not in ("default", "doc", "name", "order", "type", "aliases")}
        f.aliases = s.aliaslist(j)
        return f

    def top(s, text):
        j = json.loads(text)
        t = s.parse(j, None)
        # resolve shells
        for sh in s.shells:
            if sh.shell not in s.names:
                raise Reject("Undefined schema " + sh.shell)
        return s.resolve(t)

    def resolve(s, t):
        done = {}

        def go(x):
            if hasattr(x, "shell"):
                return go(s.names[x.shell])
            if id(x) in done:
                return done[id(x)]
            if x.kind == "record":
                c = T("record", full=x.full)
                c.err = x.err
                done[id(x)] = c
                c.fields = None
                fs = []
                for f in x.fields:
                    ft = go(f.type)
                    fs.append(ft)
                # fields are built after all types inside were visited; defaults are validated again here
                out = []
                for f, ft in zip(x.fields, fs):
                    if f.has and s.strict and not valid(ft, f.default):
                        raise Reject("Invalid default (resolved)")
                    g = F(f.name, ft, f.has, f.default, f.aliases, f.order)
                    g.props = f.props
                    out.append(g)
                c.fields = out
                c.aliases = x.aliases
                c.logical = x.logical
                c.props = x.props
                return c
            if x.kind in ("array", "map"):
                c = T(x.kind, items=go(x.items), logical=x.logical, props=x.props)
            elif x.kind == "union":
                c = s.union([go(b) for b in x.branches])
            else:
                c = x
            done[id(x)] = c
            return c

        return go(t)


RES = {"doc", "fields", "items", "name", "namespace", "size", "symbols", "values", "type", "aliases"}


def javadouble(x):
    y = x.strip(
        "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f "
    )
    if re.fullmatch(r"[+-]?(NaN|Infinity)", y):
        return float(y.replace("Infinity", "inf"))
    if re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[fFdD]?", y):
        return float(y.rstrip("fFdD"))
    return None


def isint(d):
    return isinstance(d, int) and not isinstance(d, bool)


def isnum(d):
    return isinstance(d, (int, float)) and not isinstance(d, bool)


def valid(t, d):
    k = t.kind
    if k in ("string", "bytes", "enum", "fixed"):
        return isinstance(d, str)
    if k == "int":
        return isint(d) and -(2**31) <= d < 2**31
    if k == "long":
        return isint(d) and -(2**63) <= d < 2**63
    if k in ("float", "double"):
        return isnum(d)
    if k == "boolean":
        return isinstance(d, bool)
    if k == "null":
        return d is None
    if k == "array":
        return isinstance(d, list) and all(valid(t.items, x) for x in d)
    if k == "map":
        return isinstance(d, dict) and all(valid(t.items, x) for x in d.values())
    if k == "union":
        return any(valid(b, d) for b in t.branches)
    if k == "record":
        if not isinstance(d, dict):
            return False
        if t.fields is None:
            raise Reject("Schema fields not set yet")
        for f in t.fields:
            if f.name in d:
                x = d[f.name]
            elif f.has:
                x = f.default
            else:
                return False
            if not valid(f.type, x):
                return False
        return True


def logical(t):
    l = t.props.get("logicalType")
    if not isinstance(l, str):
        return None
    ok = {
        "date": "int",
        "time-millis": "int",
        "time-micros": "long",
        "timestamp-millis": "long",
        "timestamp-micros": "long",
        "timestamp-nanos": "long",
        "local-timestamp-millis": "long",
        "local-timestamp-micros": "long",
        "local-timestamp-nanos": "long",
        "big-decimal": "bytes",
    }
    if l in ok:
        return (l,) if t.kind == ok[l] else None
    if l == "uuid":
        return (l,) if t.kind == "string" or t.kind == "fixed" and t.size == 16 else None
    if l == "duration":
        return (l,) if t.kind == "fixed" and t.size == 12 else None
    if l == "decimal":
        p = t.props.get("precision")
        sc = t.props.get("scale", 0)
        if not isint(p) or not isint(sc) or not -(2**31) <= p < 2**31 or t.kind not in ("bytes", "fixed"):
            return None
        if p <= 0 or sc < 0 or sc > p:
            return None
        if t.kind == "fixed" and p > int(math.floor(math.log10(2) * (8 * t.size - 1))):
            return None
        return (l, p, sc)
    return None


def equal(a, b, seen=None):
    if a is b:
        return True
    if getattr(a, "shell", None) != getattr(b, "shell", None):
        return False
    if a.kind != b.kind or a.full != b.full or a.props != b.props:
        return False
    if a.kind == "enum":
        return a.symbols == b.symbols
    if a.kind == "fixed":
        return a.size == b.size
    if a.kind in ("array", "map"):
        return equal(a.items, b.items, seen)
    if a.kind == "union":
        return len(a.branches) == len(b.branches) and all(equal(x, y, seen) for x, y in zip(a.branches, b.branches))
    if a.kind == "record":
        seen = seen if seen is not None else set()
        if (id(a), id(b)) in seen:
            return True
        seen.add((id(a), id(b)))
        try:
            return len(a.fields) == len(b.fields) and all(
                f.name == g.name
                and f.has == g.has
                and jeq(f.default, g.default)
                and f.order == g.order
                and f.props == g.props
                and equal(f.type, g.type, seen)
                for f, g in zip(a.fields, b.fields)
            )
        finally:
            seen.discard((id(a), id(b)))
    return True


def jeq(a, b):
    return type(a) == type(b) and a == b


# --- checker
class Throws(Exception):
    pass


def check(r, w, memo):
    key = (id(r), id(w))
    if key in memo:
        return True if memo[key] is None else memo[key]
    memo[key] = None
    memo[key] = calc(r, w, memo)
    return memo[key]


def nameeq(r, w):
    als = {("." + a if "." not in a and r.ns else a) for a in r.aliases}
    return r.short == w.short or w.full in als


def calc(r, w, m):
    rk, wk = r.kind, w.kind
    if rk == wk:
        if rk in PRIM:
            return True
        if rk in ("array", "map"):
            return check(r.items, w.items, m)
        if rk == "fixed":
            return nameeq(r, w) and r.size == w.size
        if rk == "enum":
            return nameeq(r, w) and (set(w.symbols) <= set(r.symbols) or r.default is not None)
        if rk == "union":  # every branch is looked at, in order
            return all([check(r, b, m) for b in w.branches])
        ok = nameeq(r, w)
        wf = {f.name: f for f in w.fields}
        for f in r.fields:
            hits = [wf[n] for n in [f.name] + f.aliases if n in wf]
            if len(hits) > 1:
                raise Throws("matches multiple fields")
            if hits:
                c = check(f.type, hits[0].type, m)
            elif f.has:
                c = True
            elif f.type.kind == "enum" and f.type.default is not None:
                c = check(f.type, w, m)
            else:
                c = False
            ok = ok and c
        return ok
    if wk == "union":
        return all([check(r, b, m) for b in w.branches])
    if rk == "union":
        for b in r.branches:
            if check(b, w, m):
                return True
        return False
    return rk in PROMO.get(wk, ())


# --- decoder
def apply_aliases(w, r):
    if equal(w, r):
        return w
    types = {}
    fields = {}
    seen = set()

    def gather(t):
        if t.full is not None:
            for a in t.aliases:
                types[a] = t.full
        if t.kind == "record":
            if id(t) in seen:
                return
            seen.add(id(t))
            for f in t.fields:
                for a in f.aliases:
                    fields.setdefault(t.full, {})[a] = f.name
                gather(f.type)
            if t.full in fields:
                for a in t.aliases:
                    fields[a] = fields[t.full]
        elif t.kind in ("array", "map"):
            gather(t.items)
        elif t.kind == "union":
            for b in t.branches:
                gather(b)

    gather(r)
    if not types and not fields:
        return w
    done = {}

    def go(t):
        if t.kind == "record":
            if id(t) in done:
                return done[id(t)]
            n = types.get(t.full, t.full)
            chk(n.split(".")[-1])
            c = T("record", full=n, props=t.props, logical=None)
            done[id(t)] = c
            fs = []
            c.fields = None
            for f in t.fields:
                ft = go(f.type)
                fn = fields.get(n, {}).get(f.name, f.name)
                chk(fn)
                if f.has and not valid2(ft, f.default):
                    raise Fails("Invalid default while renaming")
                g = F(fn, ft, f.has, f.default, (), f.order)
                g.props = f.props
                fs.append(g)
            if len({f.name for f in fs}) < len(fs):
                raise Fails("Duplicate field")
            c.fields = fs
            return c
        if t.kind in ("enum", "fixed") and t.full in types:
            chk(types[t.full].split(".")[-1])
            for s in t.symbols or ():
                chk(s)
            return T(t.kind, full=types[t.full], symbols=t.symbols, size=t.size, default=t.default, props=t.props, logical=t.logical)
        if t.kind in ("array", "map"):
            return T(t.kind, items=go(t.items), props=t.props)
        if t.kind == "union":
            bs = [go(b) for b in t.branches]
            names = [b.full or b.kind for b in bs]
            if len(set(names)) < len(names):
                raise Fails("Duplicate in union")
            return T("union", branches=bs)
        return t

    def chk(n):
        if not goodname(n):
            raise Fails("Illegal name while renaming")

    return go(w)


def valid2(t, d):
    try:
        return valid(t, d)
    except Reject:
        raise Fails("Schema fields not set yet")


def isdefkind(k, d):
    if k in ("record", "enum", "array", "map", "union"):
        return True
    if k in ("fixed", "string", "bytes"):
        return isinstance(d, str)
    if k in ("int", "long", "float", "double"):
        return isnum(d)
    if k == "boolean":
        return isinstance(d, bool)
    return d is None


def toint(d, bits):
    if isinstance(d, float):
        if d != d:
            return 0
        lo, hi = -(1 << bits - 1), (1 << bits - 1) - 1
        return int(max(lo, min(hi, d))) if abs(d) < 2**63 else (hi if d > 0 else lo)
    d &= (1 << bits) - 1
    return d - (1 << bits) if d >> (bits - 1) else d


def defval(t, d, depth=0):
    """encode then decode the default"""
    v = defval0(t, d, depth)
    return convert(t, v) if CONVERT and t.kind != "union" else v


def defval0(t, d, depth):
    if depth > 400:
        raise Fails("StackOverflowError")
    k = t.kind
    if k == "record":
        out = {}
        for f in t.fields:
            if isinstance(d, dict) and f.name in d:
                x = d[f.name]
            elif f.has:
                x = f.default
            else:
                raise Fails("No default value for")
            out[f.name] = defval(f.type, x, depth + 1)
        return {"record": out, "name": t.full}
    if k == "enum":
        if not isinstance(d, str) or d not in t.symbols:
            raise Fails("enum")
        return {"enum": d, "name": t.full}
    if k == "array":
        xs = d if isinstance(d, list) else list(d.values()) if isinstance(d, dict) else []
        return {"array": [defval(t.items, x, depth + 1) for x in xs]}
    if k == "map":
        xs = d if isinstance(d, dict) else {}
        if isinstance(d, list) and d:
            raise Fails("writing 0 of n entries")
        return {"map": {a: defval(t.items, x, depth + 1) for a, x in xs.items()}}
    if k == "union":
        for b in t.branches:
            if isdefkind(b.kind, d):
                return defval(b, d, depth + 1)
        raise Fails("Not compatible default")
    if k in ("fixed", "string", "bytes"):
        if not isinstance(d, str):
            raise Fails("Non-string default")
        if k == "string":
            return {"string": utf(d)}
        b = latin1(d)
        if k == "fixed":
            return {"fixed": (b[: t.size] + b"\0" * (t.size - len(b))).hex(), "name": t.full}
        return {"bytes": b.hex()}
    if k in ("int", "long", "float", "double"):
        if not isnum(d):
            raise Fails("Non-numeric")
        if k == "int":
            return {"int": toint(d, 32)}
        if k == "long":
            return {"long": toint(d, 64)}
        try:
            x = float(d)
        except OverflowError:
            x = math.inf
        return real(k, f32(x) if k == "float" else x)
    if k == "boolean":
        if not isinstance(d, bool):
            raise Fails("Non-boolean")
        return d
    if d is not None:
        raise Fails("Non-null")
    return None


def latin1(d):
    out = bytearray()
    i = 0
    u = d.encode("utf-16-be", "surrogatepass")
    us = [u[i] << 8 | u[i + 1] for i in range(0, len(u), 2)]
    i = 0
    while i < len(us):
        c = us[i]
        if 0xD800 <= c < 0xDC00 and i + 1 < len(us) and 0xDC00 <= us[i + 1] < 0xE000:
            i += 1
            out.append(63)
        else:
            out.append(c if c < 256 else 63)
        i += 1
    return bytes(out)


def utf(d):
    return "".join("?" if 0xD800 <= ord(c) < 0xE000 else c for c in d)


CONVERT = False


def getdefault(f):
    if f.default is None and (f.type.kind == "null" or f.type.kind == "union" and f.type.branches and f.type.branches[0].kind == "null"):
        return None
    return defval(f.type, f.default)


class A:
    def __init__(s, op, w, r, **k):
        s.op, s.w, s.r = op, w, r
        s.__dict__.update(k)


def resolve(w, r, seen):
    wk, rk = w.kind, r.kind
    if wk == "union":
        eq = rk == "union" and equiv(w, r, {})
        return A("wunion", w, r, kids=[resolve(b, r.branches[i] if eq else r, seen) for i, b in enumerate(w.branches)])
    if wk == rk:
        if wk in PRIM:
            return A("same", w, r)
        if wk == "fixed":
            if w.short != r.short or w.size != r.size:
                return A("error", w, r)
            return A("same", w, r)
        if wk in ("array", "map"):
            return A(wk, w, r, item=resolve(w.items, r.items, seen))
        if wk == "enum":
            return A("enum", w, r) if w.short == r.short else A("error", w, r)
        return recordpair(w, r, seen)
    if rk == "union":
        i = choose(w, r, seen)
        return A("error", w, r) if i < 0 else resolve(w, r.branches[i], seen)
    return A("promote", w, r) if rk in PROMO.get(wk, ()) else A("error", w, r)


def recordpair(w, r, seen):
    key = (id(w), id(r))
    if key in seen:
        return seen[key]
    a = A("record", w, r, steps=[], defaults=[])
    seen[key] = a
    rf = {f.name: f for f in r.fields}
    wf = {f.name for f in w.fields}
    for f in w.fields:
        g = rf.get(f.name)
        a.steps.append((f, g, resolve(f.type, g.type, seen) if g else None))
    for g in r.fields:
        if g.name not in wf:
            if not g.has:
                e = A("error", w, r)
                seen[key] = e
                return e
            a.defaults.append((g, getdefault(g)))
    return a


def choose(w, r, seen):
    match = -1
    for i, b in enumerate(r.branches):
        if b.kind == w.kind:
            if w.kind in NAMED:
                if w.full == b.full:
                    return i
                if w.kind == "record" and not bad(recordpair(w, b, seen)):
                    if match < 0 or w.short == b.short:
                        match = i
            else:
                return i
    if match >= 0:
        return match
    for i, b in enumerate(r.branches):
        if b.kind in PROMO.get(w.kind, ()):
            return i
    return -1


def bad(a):
    return a.op == "error" or any(k is not None and k.op == "error" for _, _, k in a.steps)


def equiv(w, r, seen):
    if w.kind != r.kind:
        return False
    if w.kind in NAMED and w.short != r.short:
        return False
    if w.kind in PRIM:
        return True
    if w.kind in ("array", "map"):
        return equiv(w.items, r.items, seen)
    if w.kind == "fixed":
        return w.size == r.size
    if w.kind == "enum":
        return w.symbols == r.symbols
    if w.kind == "union":
        return len(w.branches) == len(r.branches) and all(equiv(a, b, seen) for a, b in zip(w.branches, r.branches))
    key = (id(w), id(r))
    if key not in seen:
        seen[key] = True
        if len(w.fields) != len(r.fields) or not all(f.name == g.name and equiv(f.type, g.type, seen) for f, g in zip(w.fields, r.fields)):
            seen[key] = False
    return seen[key]


from decimal import Decimal


def plain(d):
    return format(d.normalize() if d else Decimal(0), "f")


def frac(n, digits):
    return plain(Decimal(n).scaleb(-digits))


def convert(t, v):
    """the reader's conversion of its logical type"""
    l = t.logical
    if l is None:
        return v
    k = l[0]
    raw = (
        next(iter(v.values()))
        if isinstance(v, dict) and ("int" in v or "long" in v or "bytes" in v or "fixed" in v or "string" in v)
        else None
    )
    if raw is None:
        raise Fails("expected generic type")  # converted already
    if k == "date":
        return {"date": raw}
    if k in ("time-millis", "time-micros"):
        ns = raw * (10**6 if k == "time-millis" else 1000)
        if not 0 <= ns < 86400 * 10**9:
            raise Fails("DateTimeException")
        return {"time": frac(ns, 9)}
    if "timestamp" in k:
        d = 3 if k.endswith("millis") else 6 if k.endswith("micros") else 9
        return {"local" if k.startswith("local") else "instant": frac(raw, d)}
    if k == "uuid":
        if "fixed" in v:
            h = raw
            return {"uuid": "-".join((h[:8], h[8:12], h[12:16], h[16:20], h[20:]))}
        ps = raw.split("-")
        if len(ps) != 5 or not all(re.fullmatch("[0-9a-fA-F]+", x) for x in ps):
            raise Fails("Invalid UUID")
        return {"uuid": "-".join(x.lower()[-n:].rjust(n, "0") for x, n in zip(ps, (8, 4, 4, 4, 12)))}
    b = bytes.fromhex(raw)
    if k == "duration":
        return {"duration": list(struct.unpack("<III", b))}
    if k == "decimal":
        if not b:
            raise Fails("NumberFormatException: Zero length BigInteger")
        return {"decimal": plain(Decimal(int.from_bytes(b, "big", signed=True)).scaleb(-l[2]))}
    d = In(b)
    n = d.long()
    u = d.take(n) if n >= 0 else b""
    sc = d.long()
    if not u:
        raise Fails("Zero length")
    return {"decimal": plain(Decimal(int.from_bytes(u, "big", signed=True)).scaleb(-sc))}


def minbytes(t, seen=()):
    if t.kind == "null":
        return 0
    if t.kind == "fixed":
        return t.size
    if t.kind == "float":
        return 4
    if t.kind == "double":
        return 8
    if t.kind == "record":
        if id(t) in seen:
            return 0
        return sum(minbytes(f.type, seen + (id(t),)) for f in t.fields)
    return 1


def read(a, d):
    v = read0(a, d)
    return convert(a.r, v) if CONVERT and a.r.kind != "union" else v


def read0(a, d):
    if a.op == "error":
        raise Fails("error action")
    if a.op == "wunion":
        i = d.long()
        if not 0 <= i < len(a.kids):
            raise Fails("index")
        return read(a.kids[i], d)
    r = a.r
    if a.op == "enum":
        i = d.long()
        sym = a.w.symbols[i]
        if sym in r.symbols:
            return {"enum": sym, "name": r.full}
        if r.default is None:
            raise Fails("No match")
        return {"enum": r.default, "name": r.full}
    if a.op == "array":
        out = []
        while True:
            n = d.long()
            if n == 0:
                break
            if n < 0:
                n = -n
                d.long()
            m = minbytes(r.items)
            if m > 0 and n * m > d.left():
                raise Fails("EOFException: Collection claims")
            for _ in range(n):
                out.append(read(a.item, d))
        return {"array": out}
    if a.op == "map":
        out = {}
        for _ in blocks(d):
            k = prim("string", d).decode("utf8", "replace")
            out[k] = read(a.item, d)
        return {"map": out}
    if a.op == "record":
        out = {}
        for f, g, k in a.steps:
            if g is None:
                skip(f.type, d)
            else:
                out[g.name] = read(k, d)
        for g, v in a.defaults:
            out[g.name] = v
        return {"record": {f.name: out[f.name] for f in r.fields}, "name": r.full}
    if a.w.kind == "fixed":
        return {"fixed": d.take(r.size).hex(), "name": r.full}
    v = prim(a.w.kind, d)
    k = r.kind
    if k in ("null", "boolean"):
        return v
    if k == "int":
        return {"int": v}
    if k == "long":
        return {"long": v}
    if k == "float":
        return real("float", f32(float(v)))
    if k == "double":
        return real("double", float(v))
    if k == "string":
        return {"string": v.decode("utf8", "replace")}
    return {"bytes": v.hex()}


def errors(a, seen):
    if id(a) in seen:
        return False
    seen.add(id(a))
    if a.op == "error":
        return True
    if a.op == "wunion":
        return any([errors(k, seen) for k in a.kids])
    if a.op in ("array", "map"):
        return errors(a.item, seen)
    if a.op == "record":
        return any([errors(k, seen) for _, _, k in a.steps if k is not None])
    return False


def validator(w, r):
    try:
        return "incompatible" if errors(resolve(apply_aliases(w, r), r, {}), set()) else "compatible"
    except (Fails, RecursionError):
        return "throws"


def model(wt, rt, data, mode):
    strict = mode == "strict"
    try:
        w = Parser(strict).top(wt)
        r = Parser(strict).top(rt)
    except Reject as e:
        return {"check": "rejects", "why": str(e)}
    try:
        c = "compatible" if check(r, w, {}) else "incompatible"
    except Throws:
        c = "throws"
    global CONVERT
    outs = []
    for CONVERT in (False, True):
        out = []
        for b in data:
            try:
                a = resolve(apply_aliases(apply_aliases(w, r), r), r, {})  # twice: FastReaderBuilder, then Resolver.resolve
                d = In(b)
                v = read(a, d)
                out.append("fails: BytesLeft" if d.left() else v)
            except (Fails, RecursionError) as e:
                out.append("fails: " + str(e))
        outs.append(out)
    CONVERT = False
    return {"check": c, "read": outs[0], "logical": outs[1], "validator": validator(w, r)}


if __name__ == "__main__":
    compare("java", model, skipids=("recurse/shared-40", "recurse/shared-17"))
