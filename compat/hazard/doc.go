// Package hazard holds the rules over facts that no format owns: what a compatible verdict hides. A pair that decodes can still
// read cents as dollars, milliseconds as microseconds, "not recorded" as zero, yesterday's default as today's.
//
// A rule compares the facts of the two sides of a site (package meaning) and speaks only when it has something to show: the
// number that was written and what it is taken for, the old record and the value that now appears in it. How loud it speaks
// follows from the evidence. A declaration, a property, a logical type or the doc on both sides makes an error; names alone
// make a warning, unless the type changed too; a weak name ending at most a warning. What a default does depends on which
// retained writers leave the field out, so those rules ask the population.
//
// One cause gives one finding. A site whose unit changed is classified once (unitChange), and each rule of the family speaks
// only for its own class. Where the format already refuses the value, the rules of meaning keep silent.
package hazard
