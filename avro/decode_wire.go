package avro

import (
	"encoding/binary"
	"math"
)

// read reads a value of t from the bytes of t: where both sides are identical, and for what one side alone has written.
func (d *decoder) read(t *Type) (Value, error) {
	if err := d.spend(1); err != nil {
		return Value{}, err
	}
	switch t.Kind {
	case Array, Map:
		return d.blocks(t, t.Items.Type, func() (Value, error) { return d.read(t.Items.Type) })
	case Union:
		i, err := d.ordinal(len(t.Branches), "branch", t)
		if err != nil {
			return Value{}, err
		}
		if err := d.enter("", ""); err != nil {
			return Value{}, err
		}
		inner, err := d.read(t.Branches[i].Type)
		if err != nil {
			return Value{}, err
		}
		d.leave()
		return branched(t, i, inner), nil
	case Record:
		v := Value{Type: t, Parts: make([]Value, len(t.Fields))}
		for i, f := range t.Fields {
			if err := d.enter(".", f.Name); err != nil {
				return Value{}, err
			}
			part, err := d.read(f.Type)
			if err != nil {
				return Value{}, err
			}
			v.Parts[i] = part
			d.leave()
		}
		return v, nil
	case Enum:
		i, err := d.ordinal(len(t.Symbols), "symbol", t)
		return symbolic(t, i), err
	}
	return d.scalar(t)
}

// blocks reads the blocks of an array or map. t is the type of the value made, element the written type of its elements.
func (d *decoder) blocks(t, element *Type, one func() (Value, error)) (Value, error) {
	step := "[]"
	if t.Kind == Map {
		step = "{}"
	}
	if err := d.enter(step, ""); err != nil {
		return Value{}, err
	}
	v := Value{Type: t}
	var at map[string]int
	for {
		count, end, err := d.block(element, t.Kind)
		if err != nil {
			return Value{}, err
		}
		if count == 0 {
			d.leave()
			return v, nil
		}
		for range count {
			key := ""
			if t.Kind == Map {
				if key, err = d.text("a map's key"); err != nil {
					return Value{}, err
				}
			}
			part, err := one()
			if err != nil {
				return Value{}, err
			}
			if t.Kind == Map {
				if at == nil {
					at = map[string]int{}
				}
				if i, again := at[key]; again { // the last of equal keys counts, as in every runtime
					v.Parts[i] = part
					continue
				}
				at[key] = len(v.Keys)
				v.Keys = append(v.Keys, key)
			}
			v.Parts = append(v.Parts, part)
		}
		if end >= 0 && d.pos != end {
			return Value{}, d.fail(BadBytes, "the block's size is wrong by %d bytes", d.pos-end)
		}
	}
}

// block reads the head of a block: the number of its elements, and where it ends, -1 when it does not say. 0 ends the
// blocks. A count that the rest of the bytes cannot hold is refused here, before anything is made.
func (d *decoder) block(element *Type, container Kind) (count, end int, err error) {
	n, err := d.varint(Long)
	if err != nil || n == 0 {
		return 0, -1, err
	}
	end = -1
	if n < 0 {
		if n == math.MinInt64 {
			return 0, 0, d.fail(BadBytes, "a block of %d elements", n)
		}
		n = -n
		size, err := d.varint(Long)
		if err != nil {
			return 0, 0, err
		}
		if size < 0 || size > int64(len(d.data)-d.pos) {
			return 0, 0, d.fail(BadBytes, "a block of %d bytes where %d are left", size, len(d.data)-d.pos)
		}
		end = d.pos + int(size)
	}
	rest := len(d.data) - d.pos
	if end >= 0 {
		rest = end - d.pos
	}
	if n > int64(rest) && (container == Map || element.writesBytes()) {
		return 0, 0, d.fail(BadBytes, "a block of %d elements where %d bytes are left", n, rest)
	}
	if n > int64(d.left) {
		return 0, 0, d.fail(OverLimit, "a block of %d elements; a datum may have %d values", n, maxValues)
	}
	return int(n), end, nil
}

// writesBytes reports whether every value of the type takes at least one byte, as far as one look tells.
func (t *Type) writesBytes() bool {
	return t.Kind != Null && t.Kind != Record && (t.Kind != Fixed || t.Size > 0)
}

// scalar reads a primitive or a fixed.
func (d *decoder) scalar(t *Type) (Value, error) {
	switch t.Kind {
	case Boolean:
		b, err := d.take(1, "a boolean")
		if err == nil && b[0] > 1 {
			err = d.fail(BadBytes, "the byte %#02x is no boolean", b[0])
		}
		return boolean(t, err == nil && b[0] == 1), err
	case Int, Long:
		n, err := d.varint(t.Kind)
		return integer(t, n), err
	case Float:
		b, err := d.take(4, "a float")
		if err != nil {
			return Value{}, err
		}
		return Value{Type: t, bits: uint64(binary.LittleEndian.Uint32(b))}, nil
	case Double:
		b, err := d.take(8, "a double")
		if err != nil {
			return Value{}, err
		}
		return Value{Type: t, bits: binary.LittleEndian.Uint64(b)}, nil
	case Bytes, String:
		s, err := d.text(t.Kind.String())
		return textual(t, s), err
	case Fixed:
		b, err := d.take(t.Size, "a fixed")
		return textual(t, string(b)), err
	}
	return Value{Type: t}, nil
}

func (d *decoder) take(n int, what string) ([]byte, error) {
	if n > len(d.data)-d.pos {
		return nil, d.fail(BadBytes, "%s of %d bytes where %d are left", what, n, len(d.data)-d.pos)
	}
	b := d.data[d.pos : d.pos+n]
	d.pos += n
	return b, nil
}

func (d *decoder) text(what string) (string, error) {
	n, err := d.varint(Long)
	if err != nil {
		return "", err
	}
	if n < 0 || n > int64(len(d.data)-d.pos) {
		return "", d.fail(BadBytes, "%s of %d bytes where %d are left", what, n, len(d.data)-d.pos)
	}
	b, err := d.take(int(n), what)
	return string(b), err
}

// varint reads a zigzag number that must fit an int or a long.
func (d *decoder) varint(k Kind) (int64, error) {
	n, size := binary.Varint(d.data[d.pos:])
	switch {
	case size == 0:
		return 0, d.fail(BadBytes, "the bytes end inside a number")
	case size < 0:
		return 0, d.fail(BadBytes, "a number has more than 64 bits")
	case k == Int && (n < math.MinInt32 || n > math.MaxInt32 || size > 5):
		return 0, d.fail(BadBytes, "a number of %d bytes is no int", size)
	}
	d.pos += size
	return n, nil
}

// ordinal reads the number of a branch or symbol.
func (d *decoder) ordinal(count int, what string, t *Type) (int, error) {
	kind := Int
	if t.Kind == Union {
		kind = Long
	}
	n, err := d.varint(kind)
	if err != nil {
		return 0, err
	}
	if n < 0 || n >= int64(count) {
		return 0, d.fail(BadBytes, "%s %d of %s, which has %d", what, n, t.Spelling(), count)
	}
	return int(n), nil
}

// skip passes over a written value that the reader does not ask for.
func (d *decoder) skip(t *Type) error {
	if err := d.spend(1); err != nil {
		return err
	}
	switch t.Kind {
	case Bytes, String:
		n, err := d.varint(Long)
		if err != nil {
			return err
		}
		if n < 0 || n > int64(len(d.data)-d.pos) {
			return d.fail(BadBytes, "%s of %d bytes where %d are left", t.Kind, n, len(d.data)-d.pos)
		}
		d.pos += int(n)
	case Fixed:
		_, err := d.take(t.Size, "a fixed")
		return err
	case Array, Map:
		return d.skipBlocks(t)
	case Union:
		i, err := d.ordinal(len(t.Branches), "branch", t)
		if err != nil {
			return err
		}
		return d.skipInside("", "", t.Branches[i].Type)
	case Record:
		for _, f := range t.Fields {
			if err := d.skipInside(".", f.Name, f.Type); err != nil {
				return err
			}
		}
	case Enum:
		_, err := d.ordinal(len(t.Symbols), "symbol", t)
		return err
	default:
		_, err := d.scalar(t)
		return err
	}
	return nil
}

func (d *decoder) skipInside(sign, name string, t *Type) error {
	if err := d.enter(sign, name); err != nil {
		return err
	}
	defer d.leave()
	return d.skip(t)
}

// skipBlocks jumps over blocks that say their size.
func (d *decoder) skipBlocks(t *Type) error {
	for {
		count, end, err := d.block(t.Items.Type, t.Kind)
		if err != nil || count == 0 {
			return err
		}
		if end >= 0 {
			d.pos = end
			continue
		}
		for range count {
			if t.Kind == Map {
				if _, err := d.text("a map's key"); err != nil {
					return err
				}
			}
			if err := d.skipInside("[]", "", t.Items.Type); err != nil {
				return err
			}
		}
	}
}
