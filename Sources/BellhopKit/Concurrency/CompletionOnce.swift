import Foundation

/// A completion handler of the system, called exactly once and on the main actor, whatever happens: the first value
/// counts, and when everybody has let go of it without a word, `otherwise` is said.
package final class CompletionOnce<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    private var handler: (@MainActor @Sendable (Value) -> Void)?
    private let otherwise: Value

    package init(otherwise: Value, _ handler: @escaping @MainActor @Sendable (Value) -> Void) {
        self.otherwise = otherwise
        self.handler = handler
    }

    package func call(_ value: Value) {
        guard let handler = take() else { return }
        // Unstructured: from whatever thread this is, to the main one.
        Task { @MainActor in handler(value) }
    }

    deinit { call(otherwise) }

    private func take() -> (@MainActor @Sendable (Value) -> Void)? {
        lock.withLock {
            defer { handler = nil }
            return handler
        }
    }
}
