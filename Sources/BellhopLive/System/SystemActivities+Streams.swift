#if canImport(ActivityKit) && canImport(UIKit)
import ActivityKit
public import BellhopKit
import BellhopModel
import Foundation

extension SystemActivities {
    public func enablement() -> AsyncStream<Bool> {
        Self.stream { yield in
            for await isEnabled in ActivityAuthorizationInfo().activityEnablementUpdates { yield(isEnabled) }
        }
    }

    public func arrivals() -> AsyncStream<ActivitySnapshot> {
        Self.stream { yield in
            for await activity in Activity<SessionAttributes>.activityUpdates { yield(ActivitySnapshot(activity)) }
        }
    }

    public func phases(of id: ActivityID) -> AsyncStream<ActivityPhase> {
        Self.stream { yield in
            guard let activity = Self.find(id) else { return }
            for await state in activity.activityStateUpdates { yield(ActivityPhase(state)) }
        }
    }

    public func tokens(of id: ActivityID) -> AsyncStream<[UInt8]> {
        Self.stream { yield in
            guard let activity = Self.find(id) else { return }
            for await token in activity.pushTokenUpdates { yield(Array(token)) }
        }
    }

    public func startTokens() -> AsyncStream<[UInt8]> {
        guard #available(iOS 17.2, *) else { return AsyncStream { $0.finish() } }
        return Self.stream { yield in
            for await token in Activity<SessionAttributes>.pushToStartTokenUpdates { yield(Array(token)) }
        }
    }

    /// What `read` gives, until it ends or the reader stops.
    private static func stream<Value: Sendable>(
        _ read: @escaping @Sendable (_ yield: (Value) -> Void) async -> Void
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
        // Unstructured: it belongs to the stream, and ends when the reader does.
        let reading = Task {
            await read { continuation.yield($0) }
            continuation.finish()
        }
        continuation.onTermination = { _ in reading.cancel() }
        return stream
    }
}
#endif
