import BellhopModel
import BellhopStore
import GRDB

extension Database {
    /// The one place where an ask ends: asks ``AskStateMachine`` what follows, and carries it out.
    func transition(
        _ id: AskID, _ happening: AskStateMachine.Event, at time: Timestamp
    ) throws -> AskTransition? {
        guard var stored = try asks.find(id) else { return nil }
        let consequence = AskStateMachine.transition(of: happening, for: stored.ask, at: time)
        var clearing = 0
        if case .resolve(let resolution) = consequence {
            stored.ask.resolution = resolution
            clearing = try end(stored, with: resolution, at: time)
        }
        return AskTransition(
            ask: stored.ask, notificationID: stored.notificationID, consequence: consequence, clearing: clearing)
    }

    /// - Returns: how many devices are to clear it.
    private func end(_ stored: StoredAsk, with resolution: Resolution, at time: Timestamp) throws -> Int {
        let notification = stored.notificationID
        let answering = resolution.answer?.deviceID
        try asks.resolve(stored.ask.id, resolution)
        if stored.ask.request.isEnrolment { try settleEnrolment(stored.ask, with: resolution, at: time) }
        try makeLiveActivitiesDue(withEndOf: stored.ask, at: time)
        try timeline.add(
            TimelineEntry(at: time, step: .resolved, deviceID: answering, detail: resolution.state.rawValue),
            to: notification)
        _ = try notifications.markRead(notification, at: time)
        try deliveries.cancelShows(of: notification, because: .askEnded, at: time)
        return try deliveries.insertClears(of: notification, user: stored.ask.userID, except: answering, at: time)
    }
}
