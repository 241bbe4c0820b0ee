package iceberg

import (
	"slices"

	"github.com/schemavet/schemavet/compat"
)

// Illegal are the rules of changes that the specification does not allow; a change is legal when none of them fires and
// the younger schema has no error of its own. In id order.
var Illegal = []*compat.Rule{
	decimalScaleChanged,
	dropUndone,
	elementReplaced,
	fieldMoved,
	geoParameterChanged,
	idReused,
	initialDefaultChanged,
	kindChanged,
	mapKeyChanged,
	optionalToRequired,
	partitionSourceDropped,
	partitionValueChanged,
	requiredAdded,
	sortSourceDropped,
	typeChanged,
	typeNarrowed,
	versionDowngraded,
	writeDefaultMissing,
	writeDefaultRemoved,
	zoneChanged,
}

// Validity are the rules of one schema or table by itself. Read raises them.
var Validity = []*compat.Rule{
	declarationIdle, defaultInvalid, defaultNeedsVersion, historyGap, idAboveLast, idDuplicate, idInvalid, idReserved, identifierInvalid, identifierUnknown,
	mappingInvalid, mappingStale, metadataIncomplete, metadataInvalid, metadataLoose, metadataUnreadable, nameAmbiguous, nameCaseCollision, nameDuplicate, nameEmpty,
	partitionFieldReused, partitionNameTaken, partitionUnbound,
	schemaExpired, schemaRewritten, snapshotMissing, sortUnbound, transformInvalid, typeNeedsVersion, typeParameter, unknownRequired, versionNew,
}

// Landings are the rules of topics that land in tables; see Land.
var Landings = []*compat.Rule{LandingRefused, LandingRenamed}

// Rules are all rules of this package.
var Rules = slices.Concat(Illegal, Hazards, Landings, Validity)
