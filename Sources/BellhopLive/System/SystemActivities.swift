#if canImport(ActivityKit) && canImport(UIKit)
import ActivityKit
public import BellhopKit
public import BellhopModel
import Foundation

/// ActivityKit, for the app. An `Activity` is not sendable, so it is looked up for every call and never kept.
public struct SystemActivities: ActivityPort {
    public init() {}

    public func isEnabled() async -> Bool { ActivityAuthorizationInfo().areActivitiesEnabled }

    public func all() async -> [ActivitySnapshot] {
        Activity<SessionAttributes>.activities.map { ActivitySnapshot($0) }
    }

    public func startToken() async -> [UInt8]? {
        guard #available(iOS 17.2, *) else { return nil }
        return Activity<SessionAttributes>.pushToStartToken.map { Array($0) }
    }

    public func start(
        _ attributes: SessionAttributes, _ content: ActivityContentValue
    ) async throws -> ActivityID {
        do {
            let activity = try Activity.request(
                attributes: attributes, content: ActivityContent(content), pushType: .token)
            return ActivityID(rawValue: activity.id)
        } catch let error as ActivityAuthorizationError {
            throw ActivityRefusal(error)
        }
    }

    public func update(_ id: ActivityID, _ content: ActivityContentValue) async {
        await Self.find(id)?.update(ActivityContent(content))
    }

    public func end(_ id: ActivityID, _ content: ActivityContentValue?, _ dismissal: ActivityDismissal) async {
        await Self.find(id)?.end(
            content.map { ActivityContent($0) }, dismissalPolicy: ActivityUIDismissalPolicy(dismissal))
    }

    static func find(_ id: ActivityID) -> Activity<SessionAttributes>? {
        Activity<SessionAttributes>.activities.first { $0.id == id.rawValue }
    }
}
#endif
