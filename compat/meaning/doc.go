// Package meaning finds out what is known about one side of a site: the unit of its number, what null and the default stand for,
// which codes a number stands for. A format adapter fills a Statement with what the schema says, and Infer turns it into Facts.
//
// Every fact carries its evidence: where it was read, the literal text, and how far it can be trusted. A declaration in the
// configuration is exact; a property comes next, then the logical type, a bracket in the doc, a phrase in the doc, the name's
// ending. Most fields say nothing, and cost next to nothing here: no regular expressions, no maps in a Statement, no allocation
// before the first piece of evidence.
//
// The grammars follow what was measured on public schemas: a number before a unit is narrative ("every 30 seconds"), a bracket needs
// white space before it ("item(s)"), the unit of a window is no unit of the quantity ("BytesReadLast5Minutes"), single letters
// count only behind a noun of their dimension ("distance_m"), and whatever stays in doubt stays without a unit.
package meaning
