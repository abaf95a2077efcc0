public import BellhopModel

/// Broadcast channels. All of this needs an admin's key.
extension BellhopClient {
    /// Makes a channel. When the reply is lost the channel may exist all the same, so that this is not tried again in
    /// doubt: ``listChannels(app:environment:)`` tells.
    public func createChannel(_ request: ChannelRequest) async throws -> BroadcastChannel {
        try await call(Call(.createChannel).sending(request).onlyOnceWhenInDoubt())
    }

    /// Every channel of an app, without what each stores.
    public func listChannels(app: String, environment: PushEnvironment) async throws -> [BroadcastChannel] {
        let call = Call(.listChannels, query: Self.address(app, environment))
        return try await self.call(call, as: Page<BroadcastChannel>.self).items
    }

    public func getChannel(
        _ id: ChannelID, app: String, environment: PushEnvironment
    ) async throws -> BroadcastChannel {
        try await call(Call(.getChannel, id.description, query: Self.address(app, environment)))
    }

    /// Deletes a channel, for good.
    public func deleteChannel(_ id: ChannelID, app: String, environment: PushEnvironment) async throws {
        _ = try await perform(Call(.deleteChannel, id.description, query: Self.address(app, environment)))
    }

    /// Sends one update, or the end, to every device that follows the channel.
    @discardableResult
    public func publishBroadcast(_ request: BroadcastRequest, to id: ChannelID) async throws -> PublishedBroadcast {
        try await call(Call(.publishBroadcast, id.description).sending(request))
    }

    private static func address(_ app: String, _ environment: PushEnvironment) -> [(String, String?)] {
        [("app", app), ("environment", environment.rawValue)]
    }
}
