public import ServiceLifecycle
import ServiceLifecycleTestKit

/// Runs `services` beside `body`; afterwards asks them to shut down gracefully and waits until all have ended.
///
/// - Parameter body: gets a closure that asks for the shutdown earlier.
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
