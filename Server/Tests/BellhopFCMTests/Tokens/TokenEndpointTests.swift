import BellhopModel
import BellhopPush
import BellhopSimulators
import Logging
import Synchronization
import Testing

@testable import BellhopFCM

@Suite("The token endpoint")
struct TokenEndpointTests {
    /// Answers as a server whose clock is two hours ahead, and notes how long each request may take.
    private final class Transport: FCMTransport {
        private let noted = Mutex<[Duration]>([])
        var limits: [Duration] { noted.withLock { $0 } }

        func post(_ url: String, headers: [(String, String)], body: [UInt8], within limit: Duration) async throws
            -> FCMResponse
        {
            noted.withLock { $0.append(limit) }
            return FCMResponse(
                status: 400, date: .test + .seconds(7200), body: Array(#"{"error":"invalid_grant"}"#.utf8))
        }
    }

    @Test("Asking again by Google's clock has what is left of the same time")
    func oneDeadline() async throws {
        let transport = Transport()
        let account = try ServiceAccount(
            json: Google.account.get().keyFile(tokenURI: "https://127.0.0.1/token"))
        let endpoint = TokenEndpoint(
            account: account, transport: transport, deadline: .seconds(10), clock: { .test },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        #expect(try await endpoint.fetch() == .none(.rejected("invalid_grant", .credentialInvalid)))
        let limits = transport.limits
        try #require(limits.count == 2)
        #expect(limits[1] < limits[0] && limits[0] <= .seconds(10))
    }
}
