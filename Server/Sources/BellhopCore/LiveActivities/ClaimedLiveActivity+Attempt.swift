import BellhopStore

extension ClaimedLiveActivity {
    /// What will be known once `attempt` is recorded.
    func after(_ attempt: LiveActivityAttempt) -> ClaimedLiveActivity {
        var facts = self
        facts.activity.take(attempt)
        if attempt.isSpent { facts.spent.append(attempt.shown.at) }
        if attempt.deed == .start, case .tokenGone = attempt.ending { facts.startToken = nil }
        return facts
    }
}
