package unit

// maxExponent bounds the exponent of one unit in a product.
const maxExponent = 9

// pow is the dimension to the n-th.
func (d Dim) pow(n int) Dim {
	for i := range d {
		d[i] = clamp(int(d[i]) * n)
	}
	return d
}

// mul adds exponents.
func (d Dim) mul(e Dim) Dim {
	for i := range d {
		d[i] = clamp(int(d[i]) + int(e[i]))
	}
	return d
}

// clamp keeps hostile products inside the type; no unit that anybody means comes near.
func clamp(n int) int8 {
	return int8(max(-100, min(100, n)))
}

// IsZero reports whether the dimension is that of a pure number.
func (d Dim) IsZero() bool { return d == Dim{} }
