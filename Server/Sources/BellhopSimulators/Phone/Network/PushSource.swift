public import BellhopModel

/// Where a phone's pushes come from.
public protocol PushSource: Sendable {
    /// Calls `receive` with each push for `token`, until the task is cancelled or the service ends.
    ///
    /// - Throws: when there is no connection to the service, or it is lost.
    func pushes(for token: DeviceToken, _ receive: @Sendable (DeliveredPush) async throws -> Void) async throws
}

extension PhoneLineClient: PushSource {}

/// A simulated APNs in the same process.
extension APNsSimulator: PushSource {
    public func pushes(for token: DeviceToken, _ receive: @Sendable (DeliveredPush) async throws -> Void) async throws {
        for await push in attach(token: token) { try await receive(push) }
    }
}
