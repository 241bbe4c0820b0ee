'use strict';
// Asks avsc. One JSON line {id, writer, reader, data} in, one line of answers out. Schemas are texts, data are hex.
// avsc has no checker of its own: createResolver is what an application calls, so its verdict is that call's.
// It is called with ignoreNamespaces, as the shared answers were made; with the argument "strict", without (the default).
const avro = require('avsc');
const readline = require('readline');
const ignoreNamespaces = process.argv[2] !== 'strict';

function error(e) {
  return (e && e.message ? (e.name === 'Error' ? '' : e.name + ': ') + e.message : String(e)).replace(/\s+/g, ' ').slice(0, 200);
}

function real(tag, n) {
  if (Object.is(n, -0)) return {[tag]: '-0'};
  return {[tag]: Number.isFinite(n) ? n : String(n)};
}

// normal walks a value with the type that read it, so every tag is exact.
function normal(type, v) {
  switch (type.typeName) {
    case 'null': return v === null ? null : {js: String(v)};
    case 'boolean': return typeof v === 'boolean' ? v : {js: typeof v};
    case 'int': case 'long': case 'float': case 'double': return typeof v === 'number' ? real(type.typeName, v) : {js: typeof v};
    case 'string': return typeof v === 'string' ? {string: v} : {js: typeof v};
    case 'bytes': return Buffer.isBuffer(v) ? {bytes: v.toString('hex')} : {js: typeof v};
    case 'fixed': return Buffer.isBuffer(v) ? {fixed: v.toString('hex'), name: type.name} : {js: typeof v};
    case 'enum': return {enum: v, name: type.name};
    case 'array': return Array.isArray(v) ? {array: v.map((x) => normal(type.itemsType, x))} : {js: typeof v};
    case 'map': return {map: Object.fromEntries(Object.keys(v).sort().map((k) => [k, normal(type.valuesType, v[k])]))};
    case 'record': case 'error':
      return {record: Object.fromEntries(type.fields.map((f) => [f.name, normal(f.type, v[f.name])])), name: type.name};
    case 'union:unwrapped': {
      if (v === null) return null;
      const branch = type.types.find((t) => t.typeName !== 'null' && fits(t, v));
      return branch ? normal(branch, v) : {js: JSON.stringify(v)};
    }
    case 'union:wrapped': {
      if (v === null) return null;
      const name = Object.keys(v)[0];
      return normal(type.types.find((t) => t.branchName === name), v[name]);
    }
    default: return {js: type.typeName};
  }
}

// fits tells which branch of an unwrapped union holds a value: each JavaScript type occurs in it once.
function fits(t, v) {
  switch (t.typeName) {
    case 'boolean': return typeof v === 'boolean';
    case 'int': case 'long': case 'float': case 'double': return typeof v === 'number';
    case 'string': case 'enum': return typeof v === 'string';
    case 'bytes': case 'fixed': return Buffer.isBuffer(v);
    case 'array': return Array.isArray(v);
    case 'map': return typeof v === 'object' && !Buffer.isBuffer(v) && !Array.isArray(v) && (!v.constructor || !v.constructor.type);
    default: return typeof v === 'object' && !Buffer.isBuffer(v) && !Array.isArray(v);
  }
}

function ask(q) {
  const a = {id: q.id};
  const types = {};
  for (const side of ['writer', 'reader']) {
    try {
      types[side] = avro.Type.forSchema(JSON.parse(q[side]));
      a[side] = 'ok';
    } catch (e) {
      a[side] = 'rejects: ' + error(e);
    }
  }
  if (!types.writer || !types.reader) return {...a, check: 'rejects'};
  let resolver;
  try {
    resolver = types.reader.createResolver(types.writer, {ignoreNamespaces}); // a fresh object: it becomes the call's memo
    a.check = 'compatible';
  } catch (e) {
    return {...a, check: 'incompatible: ' + error(e)};
  }
  a.read = q.data.map((hex) => {
    try {
      return normal(types.reader, types.reader.fromBuffer(Buffer.from(hex, 'hex'), resolver));
    } catch (e) {
      return 'fails: ' + error(e);
    }
  });
  return a;
}

readline.createInterface({input: process.stdin}).on('line', (line) => {
  process.stdout.write(JSON.stringify(ask(JSON.parse(line))) + '\n');
});
