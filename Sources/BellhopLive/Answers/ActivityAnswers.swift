public import BellhopKit

/// Hands answers that were given in Live Activities to the app.
///
/// The system runs the intents in the app's process and makes them itself, so there is one of these for the process.
/// An intent may be what launched the app: an answer waits until the app has said where it goes.
public actor ActivityAnswers {
    public static let shared = ActivityAnswers()

    public typealias Handler = @Sendable (ActivityAnswer) async -> Void

    private var handler: Handler?
    private var waiting: [CheckedContinuation<Handler, Never>] = []

    init() {}

    /// From now on answers go to `handler`, those that wait first. It returns when the answer is safe.
    public func register(_ handler: @escaping Handler) {
        self.handler = handler
        for continuation in waiting { continuation.resume(returning: handler) }
        waiting = []
    }

    /// From now on answers go to `bellhop`, which writes each down before it sends it.
    public func register(_ bellhop: Bellhop) {
        register {
            await bellhop.answer($0.askID, $0.answer, inputDigest: $0.inputDigest, deadline: $0.deadline)
        }
    }

    /// Returns when the answer is safe.
    func take(_ answer: ActivityAnswer) async {
        let handler: Handler
        if let known = self.handler {
            handler = known
        } else {
            handler = await withCheckedContinuation { waiting.append($0) }
        }
        await handler(answer)
    }
}
