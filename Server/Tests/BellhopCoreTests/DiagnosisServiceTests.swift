import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Gateway diagnosis", .timeLimit(.minutes(10)))
struct DiagnosisServiceTests {
    private let bench = EngineBench()

    private func diagnose(
        _ gateways: [Platform: any Gateway], _ request: DiagnosisRequest = DiagnosisRequest()
    ) async throws -> Diagnosis {
        try await DiagnosisService(store: bench.store, gateways: gateways, time: bench.time)
            .diagnose(request, by: .admin())
    }

    private static func rejected(_ reason: String, _ consequence: Rejection.Cause) -> Outcome {
        .rejected(Rejection(reason: Reason(rawValue: reason), cause: consequence))
    }

    static let answers: [(Outcome, GatewayDiagnosis.State, String?)] = [
        (.accepted(AcceptedPush()), .working, nil),
        (rejected("BadDeviceToken", .deviceSuspect), .working, nil),
        (rejected("Unregistered", .deviceGone(since: nil)), .working, nil),
        (rejected("InvalidProviderToken", .credentialInvalid), .refused, "InvalidProviderToken"),
        (rejected("BadTopic", .pushInvalid), .refused, "BadTopic"),
        (.deferred(Deferral(reason: .unreachable)), .unreachable, "Unreachable"),
        (.deferred(Deferral(reason: .timeout)), .unreachable, "Timeout"),
        (.deferred(Deferral(reason: Reason(rawValue: "TooManyRequests"))), .unclear, "TooManyRequests"),
    ]

    @Test("A probe's outcome shows the state of a gateway", arguments: answers)
    func states(_ answer: Outcome, _ state: GatewayDiagnosis.State, _ reason: String?) async throws {
        let phone = try await bench.phone()
        let gateway = ScriptedGateway { _ in answer }
        let diagnosis = try await diagnose([.ios: gateway])
        let address = AppAddress(platform: .ios, app: phone.device.app, environment: .production)
        #expect(diagnosis.gateways == [GatewayDiagnosis(address, state, reason: reason)])
        let push = try #require(gateway.pushes.first)
        #expect(push.token != phone.device.token)
        #expect(push.kind == .background && push.urgency == .considerate && push.expiration == .immediately)
    }

    @Test("A response without a row in the table is unclear")
    func unknownAnswer() async throws {
        _ = try await bench.phone()
        let gateway = ScriptedGateway { _ in throw UnknownResponse(status: 418, body: "") }
        let found = try await diagnose([.ios: gateway]).gateways.first
        #expect(found?.state == .unclear)
        #expect(found?.reason == "UnknownResponse418")
    }

    @Test("Each app is probed once, inactive devices need no gateway, and an app can be requested by name")
    func addresses() async throws {
        _ = try await bench.phone()
        _ = try await bench.phone("iPad")
        let gone = try await bench.phone("Old", of: "bob", environment: .sandbox)
        _ = try await bench.store.removeDevice(gone.device.id, at: bench.time.now)
        let gateway = ScriptedGateway()
        let asked = try await diagnose([.ios: gateway]).gateways.map(\.address.environment)
        #expect(asked == [.production])
        let named = try await diagnose([.ios: gateway], DiagnosisRequest(app: "dev.example")).gateways
        #expect(named.map(\.address.app) == ["dev.example", "dev.example", gone.device.app])
        #expect(Set(named.prefix(2).map(\.address.environment)) == Set(PushEnvironment.allCases))
    }

    @Test("A platform without a gateway is reported as absent")
    func absent() async throws {
        _ = try await bench.phone("Pixel", platform: .android)
        #expect(try await diagnose([:]).gateways.map(\.state) == [.absent])
    }

    @Test("A due delivery that was not sent is reported as late since its due time")
    func queue() async throws {
        _ = try await bench.phone()
        #expect(try await diagnose([:]).lateSince == nil)
        let ask = try await bench.ask()
        bench.time.advance(by: .seconds(90))
        let diagnosis = try await diagnose([:])
        #expect(diagnosis.queueDepth == 1)
        #expect(diagnosis.lateSince == ask.createdAt)
        #expect(diagnosis.time == bench.time.now)
    }

    @Test("Only an admin may diagnose")
    func roles() async {
        let diagnoses = DiagnosisService(store: bench.store, gateways: [:], time: bench.time)
        await expectRefusal(.forbidden) { try await diagnoses.diagnose(DiagnosisRequest(), by: .agent()) }
    }
}
