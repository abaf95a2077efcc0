// Signatures: https://developer.apple.com/documentation/activitykit/activity
// Activities are kept in memory; tests act as the user, the system and the server (not part of Apple's API).

public import Foundation

@available(iOS 16.1, *)
public class Activity<Attributes>: Identifiable where Attributes: ActivityAttributes {
    public typealias ContentState = Attributes.ContentState

    public final let id: String
    public final let attributes: Attributes
    final let record: ActivityRecord<ContentState>

    init(attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType?) {
        id = ActivityCenter.shared.nextID()
        self.attributes = attributes
        record = ActivityRecord(content, hasToken: pushType == .token)
    }

    public var activityState: ActivityState { record.state.value ?? .active }
    @available(iOS 16.2, *)
    public var content: ActivityContent<ContentState> { record.content.value ?? record.first }
    public var pushToken: Data? { record.token.value }

    public static var activities: [Activity<Attributes>] {
        ActivityCenter.shared.all(Activity<Attributes>.self).filter { $0.activityState != .dismissed }
    }
    @available(iOS 17.2, *)
    public static var pushToStartToken: Data? { ActivityCenter.shared.startToken(Attributes.self).value }

    @available(iOS 16.2, *)
    public static func request(
        attributes: Attributes, content: ActivityContent<Activity<Attributes>.ContentState>, pushType: PushType? = nil
    ) throws -> Activity<Attributes> {
        if let refusal = ActivityCenter.shared.refusal { throw refusal }
        guard ActivityCenter.shared.enabled.value ?? true else { throw ActivityAuthorizationError.denied }
        let size = try JSONEncoder().encode(attributes).count + JSONEncoder().encode(content.state).count
        guard size <= ActivityCenter.sizeLimit else { throw ActivityAuthorizationError.attributesTooLarge }
        let activity = Activity(attributes: attributes, content: content, pushType: pushType)
        ActivityCenter.shared.add(activity)
        return activity
    }

    @available(iOS 18.0, *)
    public static func request(
        attributes: Attributes, content: ActivityContent<Activity<Attributes>.ContentState>, pushType: PushType? = nil,
        style: ActivityStyle
    ) throws -> Activity<Attributes> {
        try request(attributes: attributes, content: content, pushType: pushType)
    }

    @available(iOS 26.0, *)
    public static func request(
        attributes: Attributes, content: ActivityContent<Activity<Attributes>.ContentState>, pushType: PushType? = nil,
        style: ActivityStyle, alertConfiguration: AlertConfiguration, start: Date
    ) throws -> Activity<Attributes> {
        let activity = try request(attributes: attributes, content: content, pushType: pushType)
        activity.record.state.send(.pending)
        return activity
    }

    @available(iOS 16.2, *)
    public func update(_ content: ActivityContent<Activity<Attributes>.ContentState>) async {
        record.update(content, alert: nil, timestamp: nil)
    }
    @available(iOS 16.2, *)
    public func update(
        _ content: ActivityContent<Activity<Attributes>.ContentState>, alertConfiguration: AlertConfiguration? = nil
    ) async { record.update(content, alert: alertConfiguration, timestamp: nil) }
    @available(iOS 17.2, *)
    public func update(
        _ content: ActivityContent<Activity<Attributes>.ContentState>, alertConfiguration: AlertConfiguration? = nil,
        timestamp: Date
    ) async { record.update(content, alert: alertConfiguration, timestamp: timestamp) }

    @available(iOS 16.2, *)
    public func end(
        _ content: ActivityContent<Activity<Attributes>.ContentState>?,
        dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async { record.end(content, dismissalPolicy, timestamp: nil) }
    @available(iOS 17.2, *)
    public func end(
        _ content: ActivityContent<Activity<Attributes>.ContentState>?,
        dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date
    ) async { record.end(content, dismissalPolicy, timestamp: timestamp) }
}

@_spi(Testing)
public enum ActivitySystem {
    /// Removes all activities, tokens and settings.
    public static func reset() { ActivityCenter.shared.reset() }
    /// The user's choice in Settings.
    public static func setActivitiesEnabled(_ isEnabled: Bool) { ActivityCenter.shared.enabled.send(isEnabled) }
    public static func setFrequentPushesEnabled(_ isEnabled: Bool) {
        ActivityCenter.shared.frequentPushes.send(isEnabled)
    }
    /// The error of the next requests, such as `.visibility` for an app in the background.
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
    /// The user dismisses the activity.
    public func dismissByPerson() { record.dismiss() }
    public func becomeStale() { record.state.send(.stale) }
    public var wantsPushToken: Bool { record.hasToken }
    public var alerts: [AlertConfiguration] { record.alerts }
}
