package avro

import (
	"strings"

	"github.com/schemavet/schemavet/compat"
	"github.com/schemavet/schemavet/compat/position"
)

// Rules are the rules that need Avro's words, in the order of their ids. Rules without a Check explain what the parser finds:
// see Findings.
var Rules = []*compat.Rule{
	aliasCollision,
	decimalMismatchRule,
	defaultBranch,
	defaultEndless,
	defaultInvalid,
	defaultTruncated,
	enumDefaultInvalid,
	enumSymbolDuplicate,
	fieldDuplicate,
	fieldMissingRule,
	fixedSize,
	jsonComment,
	logicalInvalid,
	logicalMisplaced,
	logicalUnknown,
	nameDuplicate,
	nameForward,
	nameInvalid,
	nameMismatchRule,
	nameOutside,
	nameUnresolved,
	nullRefused,
	orderChanged,
	orderInvalid,
	promotionRule,
	recursionEndless,
	schemaInvalid,
	typeMismatchRule,
	typeNested,
	unionBranchChoice,
	unionBranchCollapsed,
	unionBranchMissing,
	unionDuplicate,
	unionNested,
	valueDropped,
	enumDefaultMixedUp,
	enumSymbolCollapsed,
	enumSymbolMissing,
	nameAliasInDefault,
	nameAliasLost,
	nameFieldRecased,
	nameFieldRenamed,
	nameNamespaceMoved,
}

// Findings are what the parser found out about one schema by itself. What makes the schema invalid is an error; what only
// some readers stumble over has the level of its rule.
func Findings(subject string, s *Schema) []*compat.Finding {
	var all []*compat.Finding
	var fields map[position.Value]*Field
	for i := range s.Faults {
		fault := &s.Faults[i]
		rule := ruleNamed(fault.Rule)
		f := &compat.Finding{
			Rule: rule, Level: rule.Level, State: compat.New, Subject: subject, Path: fault.Path, Message: fault.Problem,
			Reader: fault.Place(), Recipe: rule.Recipe, To: lasting(fault.Problem),
		}
		f.Fill("path", string(fault.Path), "field", fault.Path.Last())
		if !fault.Valid {
			f.Level = compat.Error
			f.Sample = &compat.Sample{Written: "anything", Read: "refused: parsers that keep to the specification take no such schema", Fails: true}
		}
		if !fault.Valid && rule == defaultInvalid {
			if fields == nil {
				fields = s.byDefault()
			}
			f.Sample = invalidDefault(fields[fault.At], f.Sample)
		}
		all = append(all, f)
	}
	return all
}

// ruleNamed is the rule with an id, or a bare one for an id that no rule has, so that a finding is never lost.
func ruleNamed(id string) *compat.Rule {
	for _, r := range Rules {
		if r.ID == id {
			return r
		}
	}
	return &compat.Rule{ID: id, Level: compat.Error, Title: "The schema is not valid"}
}

// lasting is a problem without what changes when only the text around it does: places, lists of files, white space.
func lasting(problem string) string {
	for _, mark := range []string{" (first at line ", "; looked in "} {
		if i := strings.Index(problem, mark); i >= 0 {
			problem = problem[:i]
		}
	}
	return strings.Join(strings.Fields(problem), "")
}
