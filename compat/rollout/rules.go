package rollout

// Rules lists the invariants in the order of their numbers in the model.
var Rules = []*Rule{
	readSafe, meaningSafe, rollbackReadSafe, ownState, writerAccepted, nameBinding, lossyRewriter,
	replayAndRestore, goalUnreachable,
}
