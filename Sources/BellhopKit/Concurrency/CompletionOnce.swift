import BellhopFoundation

/// A completion handler of the system, called exactly once, on the main actor: with the first value, or with `otherwise`
/// when it is released without one.
package final class CompletionOnce<Value: Sendable>: @unchecked Sendable {
    private let lock = Lock()
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
