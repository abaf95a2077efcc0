import BellhopModel
import BellhopStore

/// Publishes what a use case has stored, and the badge that follows from it.
struct Announcer: Sendable {
    let store: any Store
    let hub: EventHub
    let time: any TimeSource

    /// Never fails: what happened is stored by now, and whoever misses an event reads the lists again.
    func announce(_ event: Event, to user: UserID) async {
        // Nobody misses anything by this check: a subscriber reads the lists after it has subscribed.
        guard hub.hasSubscribers(user) else { return }
        hub.publish(event, to: user)
        guard let badge = try? await store.badge(of: user, at: time.now) else { return }
        hub.publish(.badge(badge), to: user)
    }
}
