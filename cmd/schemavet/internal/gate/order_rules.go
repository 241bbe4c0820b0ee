package gate

import "github.com/schemavet/schemavet/compat"

var orderContracts = &compat.Rule{
	ID: "order-contracts", Level: compat.Note, Since: "0.1",
	Title: "A change takes something away that readers or data outside it still have",
	Why: "Readers that are not rebuilt ask for what is gone, and data that is retained goes on holding it. The schemas may be compatible and " +
		"the rollout still unsafe: what counts is that nobody is left who needs the old form when it goes.",
	Example: compat.Example{
		Format: "avro", Path: "",
		Writer:  `{"type":"record","name":"Order","fields":[{"name":"id","type":"string"},{"name":"note","type":"string"}]}`,
		Reader:  `{"type":"record","name":"Order","fields":[{"name":"id","type":"string"}]}`,
		Written: `{"id":"a","note":"call first"}`, Read: `{"id":"a"}`,
		Fixed: `{"type":"record","name":"Order","fields":[{"name":"id","type":"string"},{"name":"note","type":"string"}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"expand: add the new form beside the old one, where there is one, and write both",
		"migrate: move every reader off what goes; let retained data expire, or rewrite it",
		"contract: take the old form out in a change of its own, after the last rollback window in which somebody needs it has closed",
		"schemavet plan init drafts this order, schemavet plan check proves it",
	},
}

var orderContractWithExpand = &compat.Rule{
	ID: "order-contract-with-expand", Level: compat.Error, Since: "0.1",
	Title: "One change adds the new form of a field and removes the old one",
	Why: "There is no moment at which both forms can be read: old records lose the value, old readers find nothing, and a rollback of either side " +
		"meets data that it does not know.",
	Example: compat.Example{
		Format: "avro", Path: "Order.amount_cents",
		Writer:  `{"type":"record","name":"Order","fields":[{"name":"amount","type":"double"}]}`,
		Reader:  `{"type":"record","name":"Order","fields":[{"name":"amount_cents","type":["null","long"],"default":null}]}`,
		Written: `{"amount":12.5}`, Read: `{"amount_cents":null}`,
		Fixed: `{"type":"record","name":"Order","fields":[{"name":"amount","type":"double"},{"name":"amount_cents","type":["null","long"],"default":null}]}`, FixedIs: "reader",
	},
	Recipe: []string{
		"keep {{old}} beside {{field}} for the overlap: let this change only add",
		"write both, and backfill {{field}} from {{old}}, converted",
		"move the readers to {{field}}, and wait until none can be rolled back",
		"drop {{old}} in a later change",
		"where nothing but the name is new, rename instead: an alias on {{field}} (Avro) or its field id (Iceberg) takes the values over",
	},
}

// OrderPlanMissing is the finding that no declared plan covers a change that contracts.
var OrderPlanMissing = &compat.Rule{
	ID: "order-plan-missing", Level: compat.Error, Since: "0.1",
	Title: "A change contracts, and none of the declared rollout plans covers it",
	Why: "The configuration says who reads and writes, so that a contraction is planned before it is committed. A plan covers a change when one of " +
		"its channels holds the version before and the one under review, and a step deploys, alters or drops toward the latter.",
	Recipe: []string{
		"draft a plan: schemavet plan init {{file}}, or schemavet plan make with the file of participants",
		"put it where plans: in schemavet.yaml finds it",
		"prove it: schemavet plan check",
	},
}

// OrderPlanUnsafe is the finding that the plan which covers a contraction does not hold.
var OrderPlanUnsafe = &compat.Rule{
	ID: "order-plan-unsafe", Level: compat.Error, Since: "0.1",
	Title: "A change contracts, and the rollout plan that covers it is not safe",
	Why:   "Some state that the plan can reach, by its order or by a rollback that it allows, breaks a reader or loses data; or something is not known that would have to be.",
	Recipe: []string{
		"see the run into it: schemavet plan check {{plan}}",
		"repair the order: schemavet plan fix --write {{plan}}",
	},
}
