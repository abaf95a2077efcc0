import BellhopModel

/// Calls the server with the device's key, and records when the server rejects the key.
struct ServerCalls: Sendable {
    let api: DeviceAPI
    let registrar: Registrar

    /// - Returns: `nil` when the device is not paired, its credentials cannot be read, or the task was cancelled.
    func call<Value>(
        _ body: @Sendable (DeviceAPI, DeviceCredentials) async throws -> ServerReply<Value>
    ) async -> ServerReply<Value>? {
        guard case .found(let credentials) = await registrar.credentials() else { return nil }
        let reply = try? await body(api, credentials)
        if case .refused(let refusal)? = reply, refusal.code == .unauthorized {
            await registrar.keyRejected(credentials.key)
            return nil
        }
        return reply
    }

    /// Reads one object.
    func lookUp<Value>(_ body: @Sendable (DeviceAPI, DeviceCredentials) async throws -> ServerReply<Value>) async
        -> Lookup<Value>
    {
        switch await call(body) {
        case .value(let value): .found(value)
        case .refused: .notFound
        case .unavailable, nil: .unavailable
        }
    }

    /// Reads a list or one page of it.
    ///
    /// - Parameter limit: the length of a full page; `nil` for a list without pages.
    func list<Item>(
        limit: Int? = nil, _ body: @Sendable (DeviceAPI, DeviceCredentials) async throws -> ServerReply<Page<Item>>
    ) async -> Listing<Item> {
        switch await call(body) {
        case .value(let page): .items(page.items, isLast: limit.map { page.items.count < $0 } ?? true)
        case .refused, .unavailable, nil: .unavailable
        }
    }

    /// Sends a change.
    func change(_ body: @Sendable (DeviceAPI, DeviceCredentials) async throws -> ServerReply<Void>) async
        -> ServerChangeResult
    {
        switch await call(body) {
        case .value: .done
        case .refused(let refusal): .refused(message: refusal.message)
        case .unavailable, nil: .unavailable
        }
    }
}

/// The result of requesting a list.
public enum Listing<Item: Hashable & Sendable>: Hashable, Sendable {
    /// - Parameter isLast: `true` for the last page.
    case items([Item], isLast: Bool)
    /// The server is unreachable, or the device is not paired.
    case unavailable
}

/// The result of one request to the server.
public enum Lookup<Value: Hashable & Sendable>: Hashable, Sendable {
    case found(Value)
    /// The object was deleted, or belongs to another user.
    case notFound
    /// The server is unreachable, or the device is not paired.
    case unavailable
}
