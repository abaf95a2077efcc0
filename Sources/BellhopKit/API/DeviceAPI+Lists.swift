import BellhopModel

extension DeviceAPI {
    /// - Parameter before: the last notification of the page before.
    func history(
        before: NotificationID?, key: Secret
    ) async throws(CancellationError) -> ServerReply<Page<UserNotification>> {
        let cursor = before.map { "&before=\($0)" } ?? ""
        let path = "\(Endpoint.notificationHistory.path)?limit=\(PageLimit.items)\(cursor)"
        return try await send(Call(endpoint: .notificationHistory, path: path, key: key))
    }

    func devices(key: Secret) async throws(CancellationError) -> ServerReply<Page<DeviceSummary>> {
        try await send(Call(endpoint: .listDevices, path: Endpoint.listDevices.path, key: key))
    }
}
