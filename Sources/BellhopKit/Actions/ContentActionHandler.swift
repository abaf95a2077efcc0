/// Carries out what the person did with a notification, where the app keeps its items and messages: its own backend
/// or database.
///
/// It is called until it returns; every call for one tap carries the same ``ContentAction/id``, by which a backend
/// recognises a repetition. It is not called after ``ContentAction/expiresAt``.
public protocol ContentActionHandler: Sendable {
    /// - Throws: ``ContentActionRefusal`` when it will never succeed; anything else when it may succeed later.
    func perform(_ action: ContentAction) async throws

    /// Whether ``ContentAction/Kind/retry`` is for it; unless it says otherwise, it is. Else that leads to the session, as in
    /// an app without a handler.
    var takesRetries: Bool { get }
}

extension ContentActionHandler {
    public var takesRetries: Bool { true }
}

/// The app's word that an action cannot be carried out, now or later.
public struct ContentActionRefusal: Error, Hashable, Sendable {
    /// For the person, in one sentence.
    public let message: String

    public init(message: String) { self.message = message }
}
