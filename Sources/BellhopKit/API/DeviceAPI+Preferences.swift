import BellhopModel

extension DeviceAPI {
    func preferences(key: Secret) async throws(CancellationError) -> ServerReply<NotificationPreferences> {
        try await send(Call(.getPreferences, key: key))
    }

    /// Whether the server gives them back or nothing, they are there.
    func putPreferences(
        _ preferences: NotificationPreferences, key: Secret
    ) async throws(CancellationError) -> ServerReply<Void> {
        guard let body = try? CanonicalJSON.encode(preferences) else { return .unavailable(.unwritable) }
        return try await send(Call(.putPreferences, body: body, key: key), as: Self.acknowledgement)
    }
}
