/// The result of requesting a list.
public enum Listing<Item: Hashable & Sendable>: Hashable, Sendable {
    /// - Parameter isLast: whether none follow.
    case items([Item], isLast: Bool)
    /// The server could not be asked, or this device is not paired.
    case unavailable
}

/// The result of one request to the server.
public enum Lookup<Value: Hashable & Sendable>: Hashable, Sendable {
    case found(Value)
    /// It is deleted, or belongs to another user.
    case notFound
    /// The server could not be asked, or this device is not paired.
    case unavailable
}
