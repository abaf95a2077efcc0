import BellhopAgents
import BellhopClient
import BellhopModel
import Testing

@testable import BellhopCLI

@Suite("What asks for mcp and acp")
struct AskClientTests {
    @Test("An ask whose program ends while no server answers is taken back, and not told in words of the language")
    func cancelled() async throws {
        try await BellhopClient.with(ServerAddress("http://127.0.0.1:9"), key: Secret("bh_agent_test")) { client in
            let asking = Task {
                let (never, _) = AsyncStream<WithdrawalReason>.makeStream()
                let content = AskRequest.Content(
                    title: "?", body: "?", input: "?", inputDigest: InputDigest.hex(of: "?"))
                return await AskClient(line: .open(client, trusted: [:]), wait: .seconds(60)).ask(
                    content, unless: never)
            }
            asking.cancel()
            guard case .withdrawn = await asking.value else {
                Issue.record("it was not taken back")
                return
            }
        }
    }
}
