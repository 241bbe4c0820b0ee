// Package unit knows units of measure: what dimension a unit has, how large it is, and how it is spelled.
//
// A Unit is a dimension vector (the SI axes and angle, information, money, pixel and a few more that UCUM lumps together), an exact
// factor to the base of that dimension, an offset for temperatures, a kind (a duration is not an instant) and a tag where numbers
// alone do not tell units apart: a currency, the reference of a logarithm, the noun of a count.
//
// Parse reads UCUM-like codes (m/s2, [degF], 10*-2.{USD}), words (milliseconds, US cents, parts per million), the spellings of
// VOUnit, CF and UDUNITS (m.s-2, arcsec**2, days since 1970-01-01) and camel-case words (microsiemensPerCentimeter). The world is
// closed: a prefix goes only before a unit that takes it, so "furlong" is never a femto-something. What does not parse is kept as
// text by Read. Compare says how the same number means something else when it is read in another unit.
//
// The table is this project's own. Codes are those of the Unified Code for Units of Measure, used as plain identifiers; the project
// is not affiliated with it and ships no text of it.
package unit
