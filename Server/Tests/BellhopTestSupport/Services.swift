public import Logging
public import ServiceLifecycle
import ServiceLifecycleTestKit

/// Runs `services` during `body`, then shuts them down gracefully and waits for their end.
///
/// - Parameter body: receives a closure that starts the shutdown earlier.
/// - Throws: what `body` or a service throws.
public func running<Value>(
    _ services: any Service..., body: (_ shutDown: @escaping @Sendable () -> Void) async throws -> Value
) async throws -> Value {
    try await testGracefulShutdown { trigger in
        try await withThrowingTaskGroup(of: Void.self) { group in
            for service in services { group.addTask { try await service.run() } }
            let value = try await body { trigger.triggerGracefulShutdown() }
            trigger.triggerGracefulShutdown()
            try await group.waitForAll()
            return value
        }
    }
}

/// Runs `body`, then `cleanUp`, also when `body` throws: an asynchronous `defer`.
public func attempt<Value>(
    _ body: () async throws -> Value, finally cleanUp: () async throws -> Void
) async throws -> Value {
    let value: Value
    do { value = try await body() } catch {
        try? await cleanUp()
        throw error
    }
    try await cleanUp()
    return value
}

extension Logger {
    /// A logger that discards everything.
    public static var silent: Logger { Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }) }
}
