import BellhopClient
import BellhopTerminal

extension ServerOptions {
    /// Runs `work` with what asks as these options say. What is wrong with them is no reason to fail: an agent gets its
    /// refusals, with the reason.
    func withAskClient(wait: Duration, _ work: (AskClient) async throws -> Void) async throws {
        let settings: ClientSettings
        let access: ClientAccess
        do {
            settings = try self.settings()
            access = try self.access(settings)
        } catch {
            Output.remark("bellhop: \(error)")
            return try await work(AskClient(line: .down("\(error)"), wait: wait))
        }
        try await BellhopClient.with(access.address, key: access.key) { client in
            try await work(AskClient(line: .open(client, trusted: settings.answerTrust), wait: wait))
        }
    }
}
