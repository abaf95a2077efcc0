/// Runs `body`, which starts tasks, and then waits for these, but not longer than `patience`: then they are cancelled.
func withPatience(_ patience: Duration, _ body: @escaping @Sendable (inout TaskGroup<Void>) async -> Void) async {
    let (end, bodyEnds) = AsyncStream<Never>.makeStream()
    await firstOf(
        {
            await withTaskGroup(of: Void.self) { group in
                await body(&group)
                bodyEnds.finish()
                await group.waitForAll()
            }
        },
        {
            for await _ in end {}
            try? await Task.sleep(for: patience)
        })
}

/// Runs both until one of them ends; then the other is cancelled, and waited for.
func firstOf(_ one: @escaping @Sendable () async -> Void, _ other: @escaping @Sendable () async -> Void) async {
    await withTaskGroup(of: Void.self) { group in
        group.addTask { await one() }
        group.addTask { await other() }
        await group.next()
        group.cancelAll()
    }
}
