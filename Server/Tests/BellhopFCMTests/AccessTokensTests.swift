import BellhopHTTP2
import BellhopModel
import BellhopPush
import BellhopSimulators
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import BellhopFCM

@Suite("Access tokens", .timeLimit(.minutes(10)))
struct AccessTokensTests {
    /// A token endpoint whose responses the test controls.
    private final class Endpoint: Sendable {
        private let requests: AsyncStream<CheckedContinuation<AccessTokens.TokenResult, Never>>
        private let asked: AsyncStream<CheckedContinuation<AccessTokens.TokenResult, Never>>.Continuation
        private let counter = NIOLockedValueBox(0)

        init() { (requests, asked) = AsyncStream.makeStream() }

        var count: Int { counter.withLockedValue { $0 } }

        func fetch() async -> AccessTokens.TokenResult {
            counter.withLockedValue { $0 += 1 }
            return await withCheckedContinuation { asked.yield($0) }
        }

        /// Waits for the next request and sends its response.
        func answer(_ answer: AccessTokens.TokenResult) async {
            for await request in requests {
                request.resume(returning: answer)
                return
            }
        }
    }

    private let clock = TestClock()
    private let endpoint = Endpoint()
    private let tokens: AccessTokens

    init() {
        let (clock, endpoint) = (clock, endpoint)
        tokens = AccessTokens(clock: { clock.now() }) { await endpoint.fetch() }
    }

    private func token(_ name: String, lifetime: Duration = .seconds(3600)) -> AccessTokens.TokenResult {
        .token(AccessToken(Secret(name), issuedAt: clock.now(), lifetime: lifetime))
    }

    /// Requests a token, and sends this response.
    private func obtain(_ answer: AccessTokens.TokenResult) async throws -> AccessTokens.TokenResult {
        async let asked = tokens.token(until: .never)
        await endpoint.answer(answer)
        return try await asked
    }

    @Test("are requested once for all waiting pushes")
    func singleFlight() async throws {
        let first = token("first")
        let answers = try await withThrowingTaskGroup(of: AccessTokens.TokenResult.self) { group in
            for _ in 0..<100 { group.addTask { try await tokens.token(until: .never) } }
            await endpoint.answer(first)
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers == Array(repeating: first, count: 100))
        #expect(endpoint.count == 1)
    }

    @Test("are cached, and renewed five minutes before they expire, while other pushes use the old one")
    func renewal() async throws {
        let first = token("first")
        #expect(try await obtain(first) == first)
        clock.advance(by: .seconds(3299))
        #expect(try await tokens.token(until: .never) == first)
        clock.advance(by: .seconds(1))
        let second = token("second")
        async let renewing = tokens.token(until: .never)
        // Waits until the renewal has begun.
        while endpoint.count < 2 { await Task.yield() }
        #expect(try await tokens.token(until: .never) == first)
        await endpoint.answer(second)
        #expect(try await renewing == second)
        #expect(try await tokens.token(until: .never) == second)
        #expect(endpoint.count == 2)
    }

    @Test("with a lifetime of minutes are renewed at half of it")
    func short() async throws {
        let (first, second) = (token("first", lifetime: .seconds(120)), token("second"))
        #expect(try await obtain(first) == first)
        clock.advance(by: .seconds(59))
        #expect(try await tokens.token(until: .never) == first)
        clock.advance(by: .seconds(1))
        #expect(try await obtain(second) == second)
    }

    @Test("that cannot be renewed are used until they expire")
    func fallback() async throws {
        let first = token("first")
        let away = AccessTokens.TokenResult.none(.deferred("UNAVAILABLE"))
        #expect(try await obtain(first) == first)
        clock.advance(by: .seconds(3400))
        #expect(try await obtain(away) == first)
        // No immediate second request.
        #expect(try await tokens.token(until: .never) == first)
        #expect(endpoint.count == 2)
        clock.advance(by: .seconds(200))
        #expect(try await obtain(away) == away)
    }

    @Test(
        "that were refused are not requested by every push: the refusal applies for a while",
        arguments: [
            (Outcome.deferred("UNAVAILABLE"), 10), (.rejected("invalid_grant", .credentialInvalid), 60),
        ] as [(Outcome, Int64)])
    func pause(outcome: Outcome, seconds: Int64) async throws {
        #expect(try await obtain(.none(outcome)) == .none(outcome))
        clock.advance(by: .milliseconds(seconds * 1000 - 1))
        #expect(try await tokens.token(until: .never) == .none(outcome))
        #expect(endpoint.count == 1)
        clock.advance(by: .milliseconds(1))
        let mended = token("mended")
        #expect(try await obtain(mended) == mended)
    }

    @Test("are requested again when the clock was set back during a refusal")
    func clockSetBack() async throws {
        _ = try await obtain(.none(.deferred("UNAVAILABLE")))
        clock.advance(by: .seconds(-3600))
        let next = token("next")
        #expect(try await obtain(next) == next)
    }

    @Test("that FCM rejected are replaced once")
    func rejected() async throws {
        let (first, second) = (token("first"), token("second"))
        guard case .token(let refused) = try await obtain(first) else { throw TestFault("no token") }
        tokens.discard(refused)
        #expect(try await obtain(second) == second)
        // A late rejection of the first token.
        tokens.discard(refused)
        #expect(try await tokens.token(until: .never) == second)
        #expect(endpoint.count == 2)
    }

    @Test("are requested by another push when the requesting push is cancelled")
    func requesterCancelled() async throws {
        let (asked, asking) = AsyncStream<Int>.makeStream()
        let count = NIOLockedValueBox(0)
        let token = token("token")
        let tokens = AccessTokens(clock: { .test }) {
            let number = count.withLockedValue { count in
                count += 1
                return count
            }
            asking.yield(number)
            // The first request waits until it is cancelled.
            if number == 1 {
                for await _ in AsyncStream<Never>.makeStream().stream {}
                throw CancellationError()
            }
            return token
        }
        let leader = Task { try await tokens.token(until: .never) }
        var requests = asked.makeAsyncIterator()
        #expect(await requests.next() == 1)
        async let follower = tokens.token(until: .never)
        leader.cancel()
        #expect(try await follower == token)
        await #expect(throws: CancellationError.self) { try await leader.value }
    }

    @Test("are not requested before the time that the endpoint named")
    func retryAfter() async throws {
        let busy = AccessTokens.TokenResult.none(.deferred("QUOTA_EXCEEDED", until: .test + .seconds(600)))
        #expect(try await obtain(busy) == busy)
        clock.advance(by: .milliseconds(599_999))
        #expect(try await tokens.token(until: .never) == busy)
        #expect(endpoint.count == 1)
        clock.advance(by: .milliseconds(1))
        let next = token("next")
        #expect(try await obtain(next) == next)
    }

    @Test("that do not arrive in time defer the requesting push and the waiting ones")
    func timedOut() async throws {
        let timedOut = AccessTokens.TokenResult.none(.deferred("Timeout"))
        let token = token("token")
        let (asked, asking) = AsyncStream<Void>.makeStream()
        let isAnswering = NIOLockedValueBox(false)
        let tokens = AccessTokens(clock: { .test }) {
            asking.yield()
            if isAnswering.withLockedValue({ $0 }) { return token }
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw CancellationError()
        }
        #expect(try await tokens.token(until: .now) == timedOut)
        // The first push has left, so another one requests a token.
        let leader = Task { try await tokens.token(until: .never) }
        var requests = asked.makeAsyncIterator()
        await requests.next()
        #expect(try await tokens.token(until: .now + .milliseconds(1)) == timedOut)
        leader.cancel()
        await #expect(throws: CancellationError.self) { try await leader.value }
        isAnswering.withLockedValue { $0 = true }
        #expect(try await tokens.token(until: .never) == token)
    }
}

@Suite("The token endpoint")
struct TokenEndpointTests {
    /// A token endpoint whose clock is two hours ahead, which records the time limit of each request.
    private final class Transport: FCMTransport {
        private let noted = NIOLockedValueBox<[Duration]>([])
        var limits: [Duration] { noted.withLockedValue { $0 } }

        func post(_ url: String, headers: [(String, String)], body: [UInt8], within limit: Duration) async throws
            -> GatewayHTTPResponse
        {
            noted.withLockedValue { $0.append(limit) }
            return GatewayHTTPResponse(
                status: 400, date: .test + .seconds(7200), body: Array(#"{"error":"invalid_grant"}"#.utf8))
        }
    }

    @Test("A second request with Google's clock has the remaining time of the same deadline")
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
