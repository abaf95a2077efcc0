import BellhopClient
import BellhopTerminal

extension ServerOptions {
    /// Runs `work` at a desk for these options. What is wrong with them is no reason to fail: an agent gets its refusals,
    /// with the reason.
    func withDesk(wait: Duration, _ work: (AskDesk) async throws -> Void) async throws {
        let settings: ClientSettings
        let access: ClientAccess
        do {
            settings = try self.settings()
            access = try self.access(settings)
        } catch {
            Output.remark("bellhop: \(error)")
            return try await work(AskDesk(line: .down("\(error)"), wait: wait))
        }
        try await BellhopClient.with(access.address, key: access.key) { client in
            try await work(AskDesk(line: .open(client, trusted: settings.publicKeys), wait: wait))
        }
    }
}
