import BellhopClient
import BellhopTerminal

extension ServerOptions {
    /// Runs `work` at a desk for these options. What is wrong with them is no reason to fail: an agent gets its refusals,
    /// with the reason.
    func withDesk(wait: Duration, _ work: (AskDesk) async throws -> Void) async throws {
        let client: BellhopClient
        let trusted: AskDesk.Trust
        do {
            let settings = try settings()
            let access = try access(settings)
            client = try BellhopClient(access.address, key: access.key)
            trusted = settings.publicKeys
        } catch {
            Output.remark("bellhop: \(error)")
            return try await work(AskDesk(line: .down("\(error)"), wait: wait))
        }
        do {
            try await work(AskDesk(line: .open(client, trusted: trusted), wait: wait))
        } catch {
            await client.shutdown()
            throw error
        }
        await client.shutdown()
    }
}
