public import BellhopModel

/// Where a phone's pushes come from.
public protocol PushSource: Sendable {
    /// Calls `receive` with each push for `token`, until the task is cancelled or the service ends.
    ///
    /// - Parameter attached: called once there is a connection.
    /// - Throws: when there is no connection to the service, or it is lost.
    func pushes(
        for token: DeviceToken, attached: @Sendable () -> Void,
        _ receive: @Sendable (DeliveredPush) async throws -> Void
    ) async throws
}

extension PushSocketClient: PushSource {}

/// A simulated APNs in the same process.
extension APNsSimulator: PushSource {
    public func pushes(
        for token: DeviceToken, attached: @Sendable () -> Void,
        _ receive: @Sendable (DeliveredPush) async throws -> Void
    ) async throws {
        let pushes = attach(token: token)
        attached()
        for await push in pushes { try await receive(push) }
    }
}
