package rollout

// Rules lists the invariants in the order of their numbers in the model.
var Rules = []*Rule{
	readSafe, meaningSafe, rollbackReadSafe, ownState, writerAccepted, nameBinding, lossyRewriter, registration,
	contractTooEarly, irreversibleInWindow, missingFence, coverageGap, overlapProtocol, floatingInput, gateUnmet,
	gateStale, oneAuthority, authorityRollback, doubleCount, replayAndRestore, waitingArithmetic, unknownParticipant,
	untestedSkew, goalUnreachable, redoUnsafe, silentLoss,
}
