import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import InMemoryLogging
import Logging
import Testing

@testable import BellhopCore

@Suite("Dispatcher faults", .timeLimit(.minutes(10)))
struct DispatcherFaultTests {
    private let log = InMemoryLogHandler()
    private let bench: EngineBench
    private let gateway = ScriptedGateway()
    private var configuration = Dispatcher.Configuration()

    init() {
        bench = EngineBench(logger: Logger(label: "test", factory: { [log] _ in log }))
        configuration.backoff = ExponentialBackoff(fraction: { 0.5 })
    }

    private var dispatcher: Dispatcher { bench.dispatcher([.ios: gateway], configuration) }

    /// The messages above level info, which operators must see.
    private var alarms: [Logger.Level] { log.entries.map(\.level).filter { $0 > .info } }

    private func rejected(_ reason: String, _ consequence: Rejection.Cause) -> Outcome {
        .rejected(Rejection(reason: Reason(rawValue: reason), cause: consequence))
    }

    @Test("A token rejected here and accepted in the other environment is sent there, and the environment is stored")
    func otherEnvironment() async throws {
        gateway.script(rejected("BadDeviceToken", .deviceSuspect))
        let phone = try await bench.phone()
        try await running(dispatcher) { _ in
            _ = try await bench.ask()
            await bench.database.recorded.reach(1)
            _ = try await bench.ask()
            await bench.database.recorded.reach(2)
        }
        #expect(gateway.pushes.map(\.environment) == [.production, .sandbox, .sandbox])
        #expect(gateway.pushes[0].id == gateway.pushes[1].id)
        let device = try await bench.store.device(phone.device.id)
        #expect(device?.environment == .sandbox)
        #expect(device?.state == .active)
    }

    @Test("A token rejected in both environments is quarantined")
    func suspect() async throws {
        gateway.script(rejected("BadDeviceToken", .deviceSuspect), rejected("BadDeviceToken", .deviceSuspect))
        let phone = try await bench.phone()
        try await running(dispatcher) { _ in
            _ = try await bench.ask()
            await bench.database.recorded.reach(1)
        }
        #expect(gateway.pushes.count == 2)
        let device = try await bench.store.device(phone.device.id)
        #expect(device?.state == .quarantined)
        #expect(device?.environment == .production)
        #expect(bench.database.deliveries.map(\.ending) == [.failed("BadDeviceToken")])
    }

    @Test("A rejected token is quarantined when the credential is invalid in the other environment, without an alarm")
    func suspectWithNarrowCredential() async throws {
        gateway.script(
            rejected("BadDeviceToken", .deviceSuspect), rejected("BadEnvironmentKeyInToken", .credentialInvalid))
        let phone = try await bench.phone()
        try await running(dispatcher) { _ in
            _ = try await bench.ask()
            await bench.database.recorded.reach(1)
        }
        #expect(gateway.pushes.map(\.environment) == [.production, .sandbox])
        #expect(try await bench.store.device(phone.device.id)?.state == .quarantined)
        #expect(alarms == [])
    }

    @Test(
        "A dead token deactivates its device, unless it registered later",
        arguments: [(0, Device.State.inactive), (-1, .active)])
    func gone(offset: Int, state: Device.State) async throws {
        let phone = try await bench.phone()
        gateway.script(
            rejected("Unregistered", .deviceGone(since: phone.device.registeredAt + .milliseconds(offset))))
        try await running(dispatcher) { _ in
            _ = try await bench.ask()
            await bench.database.recorded.reach(1)
        }
        #expect(try await bench.store.device(phone.device.id)?.state == state)
    }

    @Test("A refused credential is logged once; pushes wait, and are sent when it is accepted again")
    func credential() async throws {
        gateway.script(
            rejected("InvalidProviderToken", .credentialInvalid), rejected("InvalidProviderToken", .credentialInvalid))
        _ = try await bench.phone()
        _ = try await bench.phone("iPad")
        let start = bench.time.now
        try await running(dispatcher) { _ in
            _ = try await bench.ask(.approval(expiresIn: 3600))
            await bench.database.recorded.reach(2)
            #expect(bench.database.deliveries.allSatisfy { $0.due == start + .seconds(300) })
            bench.time.advance(by: .seconds(300))
            await bench.database.recorded.reach(4)
        }
        #expect(bench.database.deliveries.allSatisfy { $0.ending == .sent })
        #expect(alarms == [.error, .notice])
        #expect(log.entries.first { $0.level == .error }?.metadata["reason"] == "InvalidProviderToken")
    }

    @Test("An unexpected gateway error is logged without the token, and the push is sent again")
    func unexpectedError() async throws {
        let gateway = ScriptedGateway { _ in throw UnknownResponse(status: 599, body: "what?") }
        let phone = try await bench.phone()
        try await running(bench.dispatcher([.ios: gateway], configuration)) { _ in
            _ = try await bench.ask()
            await bench.database.recorded.reach(1)
        }
        #expect(bench.database.deliveries.map(\.ending) == [nil])
        let entry = try #require(log.entries.first { $0.level == .warning })
        #expect(entry.metadata["error"]?.description.contains("what?") == true)
        #expect(!log.entries.contains { "\($0)".contains(phone.device.token.text) })
    }

    @Test("A claim failure is logged once, and claiming is retried")
    func claimFails() async throws {
        _ = try await bench.phone()
        _ = try await bench.ask()
        bench.database.breakDown()
        try await running(dispatcher) { _ in
            for pause in [100, 200, 400, 800, 1600, 3200, 5000] {
                let again = bench.time.now + .milliseconds(pause)
                await bench.time.sleeper(until: again)
                bench.time.advance(to: again)
            }
            await bench.time.sleeper(until: bench.time.now + .seconds(5))
            bench.database.mend()
            bench.time.advance(by: .seconds(5))
            await bench.database.recorded.reach(1)
            await bench.time.sleeper(until: bench.time.now + .seconds(30))
        }
        #expect(alarms == [.error, .notice])
        #expect(gateway.pushes.count == 1)
    }

    @Test("A result that cannot be stored is kept and stored later; the push is not sent twice")
    func recordFails() async throws {
        let gateway = ScriptedGateway(holding: true)
        _ = try await bench.phone()
        try await running(bench.dispatcher([.ios: gateway], configuration)) { _ in
            _ = try await bench.ask()
            await gateway.arrived(1)
            // The claiming pass has ended when the dispatcher sleeps; from now on only recording can fail.
            await bench.time.sleeper(until: bench.time.now + .seconds(30))
            bench.database.breakDown()
            gateway.release()
            await bench.time.sleeper(until: bench.time.now + .milliseconds(100))
            bench.database.mend()
            bench.time.advance(by: .milliseconds(100))
            await bench.database.recorded.reach(1)
        }
        #expect(gateway.pushes.count == 1)
        #expect(bench.database.deliveries.map(\.ending) == [.sent])
    }

    @Test("An unavailable store does not prevent shutdown")
    func recordFailsAtTheEnd() async throws {
        let gateway = ScriptedGateway(holding: true)
        _ = try await bench.phone()
        try await running(bench.dispatcher([.ios: gateway], configuration)) { shutDown in
            _ = try await bench.ask()
            await gateway.arrived(1)
            await bench.time.sleeper(until: bench.time.now + .seconds(30))
            bench.database.breakDown()
            shutDown()
            gateway.release()
            for pause in [100, 200] {
                let again = bench.time.now + .milliseconds(pause)
                await bench.time.sleeper(until: again)
                bench.time.advance(to: again)
            }
        }
        #expect(bench.database.deliveries.map(\.ending) == [nil])
        #expect(alarms == [.error, .error])
    }
}
