// Not part of Apple's API: what the person, the system and the server do, for tests.

public import Foundation

@_spi(Testing)
public enum ActivitySystem {
    /// Forgets all activities, tokens and settings.
    public static func reset() { ActivityCenter.shared.reset() }
    /// What the person chose in Settings.
    public static func setActivitiesEnabled(_ isEnabled: Bool) { ActivityCenter.shared.enabled.send(isEnabled) }
    public static func setFrequentPushesEnabled(_ isEnabled: Bool) {
        ActivityCenter.shared.frequentPushes.send(isEnabled)
    }
    /// The error that the next requests throw, such as `.visibility` for an app in the background.
    public static func refuseRequests(with error: ActivityAuthorizationError?) {
        ActivityCenter.shared.refusal = error
    }
}

@_spi(Testing)
extension Activity {
    /// A push starts an activity.
    @discardableResult
    public static func startByPush(
        attributes: Attributes, content: ActivityContent<ContentState>
    ) -> Activity<Attributes> {
        let activity = Activity(attributes: attributes, content: content, pushType: .token)
        ActivityCenter.shared.add(activity)
        return activity
    }
    public static func receive(pushToStartToken token: Data) {
        ActivityCenter.shared.startToken(Attributes.self).send(token)
    }
    public func receive(pushToken token: Data) { record.token.send(token) }
    public func receive(content: ActivityContent<ContentState>, timestamp: Date? = nil) {
        record.update(content, alert: nil, timestamp: timestamp)
    }
    public func receiveEnd(content: ActivityContent<ContentState>? = nil, timestamp: Date? = nil) {
        record.end(content, .default, timestamp: timestamp)
    }
    /// The person swipes it away.
    public func dismissByPerson() { record.dismiss() }
    public func becomeStale() { record.state.send(.stale) }
    public var wantsPushToken: Bool { record.hasToken }
    public var alerts: [AlertConfiguration] { record.alerts }
}
