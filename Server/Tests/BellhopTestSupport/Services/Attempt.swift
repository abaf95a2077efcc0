/// Does `body`, then `cleanUp`, also when `body` throws: what a `defer` would do if it could wait.
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
