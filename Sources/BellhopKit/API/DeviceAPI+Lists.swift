import BellhopModel

extension DeviceAPI {
    /// - Parameter before: the last notification of the page before; `nil` for the first page.
    func history(
        before: NotificationID? = nil, key: Secret
    ) async throws(CancellationError) -> ServerReply<Page<UserNotification>> {
        try await send(
            Call(.notificationHistory, query: [PageLimit.query, ("before", before?.description)], key: key))
    }

    /// Everything but the asks that wait.
    func markAllRead(key: Secret) async throws(CancellationError) -> ServerReply<Void> {
        guard let body = try? CanonicalJSON.encode(ReadRequest()) else { return .unavailable(.unwritable) }
        return try await send(Call(.readNotifications, body: body, key: key), as: Self.acknowledgement)
    }

    func devices(key: Secret) async throws(CancellationError) -> ServerReply<Page<DeviceSummary>> {
        try await send(Call(.listDevices, key: key))
    }
}
