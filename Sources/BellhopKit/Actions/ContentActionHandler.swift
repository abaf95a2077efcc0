/// Carries out the person's actions on notifications in the app's own backend or database.
///
/// A call that throws is repeated until ``ContentAction/expiresAt``. Every call for one tap carries the same
/// ``ContentAction/id``, by which a backend recognizes a repetition.
public protocol ContentActionHandler: Sendable {
    /// - Throws: ``ContentActionRefusal`` when the action can never succeed; any other error when it may succeed later.
    func perform(_ action: ContentAction) async throws

    /// Returns `true` to carry out ``ContentAction/Kind/retry``, which is the default. Otherwise the action opens the
    /// session, as in an app without a handler.
    var takesRetries: Bool { get }
}

extension ContentActionHandler {
    public var takesRetries: Bool { true }
}

/// An action cannot be carried out, now or later.
public struct ContentActionRefusal: Error, Hashable, Sendable {
    /// The reason for the person, in one sentence.
    public let message: String

    public init(message: String) { self.message = message }
}

/// The result of a ``ContentAction``, for the person who tapped.
public struct ContentActionReport: Hashable, Sendable {
    public enum Result: Hashable, Sendable {
        case done
        /// The app's backend refused the action.
        case refused(message: String)
        /// The backend could not be reached before ``ContentAction/expiresAt``.
        case expired
        /// The action is retried. An action that could not be stored is lost when the app is terminated.
        case waiting(isKept: Bool)
    }

    public let action: ContentAction
    public let result: Result

    public init(action: ContentAction, result: Result) {
        self.action = action
        self.result = result
    }
}
