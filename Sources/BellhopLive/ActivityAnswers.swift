public import BellhopKit
public import BellhopModel

/// Passes answers given in Live Activities to the app.
///
/// The system creates the intents in the app's process, so there is one instance for the process. An intent may launch
/// the app: an answer waits until a handler is registered.
public actor ActivityAnswers {
    public static let shared = ActivityAnswers()

    public typealias Handler = @Sendable (ActivityAnswer) async -> Void

    private var handler: Handler?
    private var waiting: [CheckedContinuation<Handler, Never>] = []

    init() {}

    /// Passes waiting and later answers to `handler`, which returns when the answer is stored.
    public func register(_ handler: @escaping Handler) {
        self.handler = handler
        for continuation in waiting { continuation.resume(returning: handler) }
        waiting = []
    }

    /// Passes waiting and later answers to `bellhop`, which stores each before it sends it.
    public func register(_ bellhop: Bellhop) {
        register {
            await bellhop.answer($0.askID, $0.answer, inputDigest: $0.inputDigest, deadline: $0.deadline)
        }
    }

    /// Returns when the answer is stored.
    func deliver(_ answer: ActivityAnswer) async {
        let handler: Handler
        if let known = self.handler {
            handler = known
        } else {
            handler = await withCheckedContinuation { waiting.append($0) }
        }
        await handler(answer)
    }
}

/// An answer that was given in a Live Activity.
public struct ActivityAnswer: Hashable, Sendable {
    public let askID: AskID
    public let answer: Answer
    /// The digest of the input that the activity showed; see ``AskRequest/Content/inputDigest``.
    public let inputDigest: String
    public let deadline: Timestamp

    public init(askID: AskID, answer: Answer, inputDigest: String, deadline: Timestamp) {
        self.askID = askID
        self.answer = answer
        self.inputDigest = inputDigest
        self.deadline = deadline
    }

    /// Reads an intent's parameters, which may come from another version of the app.
    ///
    /// - Parameter deadline: milliseconds as text: an integer parameter of an intent is shown with separators.
    /// - Returns: `nil` for parameters without an ask.
    init?(askID: String, answer: Answer, inputDigest: String, deadline: String) {
        guard let id = AskID(askID), let deadline = Int64(deadline), !inputDigest.isEmpty else { return nil }
        self.init(
            askID: id, answer: answer, inputDigest: inputDigest, deadline: Timestamp(milliseconds: deadline))
    }
}
