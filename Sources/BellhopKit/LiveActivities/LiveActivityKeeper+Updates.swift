import BellhopModel

extension LiveActivitySync {
    /// Keeps the activities to what the app learns (``Bellhop/updates(includingCards:)``, without cards), until
    /// the stream ends.
    public func follow(_ updates: AsyncStream<BellhopUpdate>) async {
        var open: [Ask] = []
        var sessions: [SessionID: AgentSession] = [:]
        for await update in updates {
            switch update {
            case .session(let session):
                sessions[session.id] = session
                await show(session, waitingFor: open.first { $0.sessionID == session.id })
            case .pending(let asks, let answering):
                let before = open
                open = asks.filter { answering[$0.id] == nil }
                for ask in before where !open.contains(where: { $0.id == ask.id }) { await ended(ask.id) }
                for ask in open.reversed() where !before.contains(where: { $0.id == ask.id }) {
                    if let session = ask.sessionID.flatMap({ sessions[$0] }) { await show(session, waitingFor: ask) }
                }
            case .registration(.registered): await signedIn()
            case .registration(.leaving), .registration(.needsPairing): await signedOut()
            default: break
            }
        }
    }
}
