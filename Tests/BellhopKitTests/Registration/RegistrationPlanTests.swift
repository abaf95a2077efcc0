import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Next step of the registration")
struct RegistrationPlanTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var step: RegistrationPlan.Step
        var change: @Sendable (inout RegistrationPlan) -> Void
        var testDescription: String { name }
    }

    private static func facts(_ change: (inout AppIdentity) -> Void = { _ in }, token: String = "abcd")
        -> RegistrationFacts?
    {
        var identity = Fixture.identity
        change(&identity)
        return DeviceToken(token).map {
            RegistrationFacts(identity, token: $0, publicKey: FakeDeviceKey.publicKey(7), digesting: FakeDigest())
        }
    }

    /// Registered just now, and nothing has changed.
    private static var settled: RegistrationPlan {
        RegistrationPlan(
            record: facts().map {
                RegistrationRecord(
                    deviceID: DeviceID(high: 1, low: 1), userID: Fixture.user, facts: $0, confirmedAt: Fixture.start)
            },
            facts: facts(), hasKey: true)
    }

    static let rows: [Row] = [
        Row(name: "nothing changed", step: .upToDate) { _ in },
        Row(name: "never paired", step: .needPairing(.neverPaired)) { ($0.record, $0.hasKey) = (nil, false) },
        Row(name: "a key without a record", step: .needPairing(.neverPaired)) { $0.record = nil },
        Row(name: "restored onto another device", step: .needPairing(.keyLost)) { $0.hasKey = false },
        Row(name: "turned down", step: .needPairing(.keyRevoked)) { $0.isKeyRevoked = true },
        Row(name: "no token yet", step: .waitForToken) { $0.facts = nil },
        Row(name: "a code but no token yet", step: .waitForToken) { ($0.facts, $0.pairingCode) = (nil, "1234") },
        Row(name: "a code", step: .register([.pairing])) { $0.pairingCode = "1234" },
        Row(name: "a code after a revoked key", step: .register([.pairing])) {
            ($0.isKeyRevoked, $0.pairingCode) = (true, "1234")
        },
        Row(name: "another signing key", step: .needPairing(.signingKeyChanged)) { $0.facts?.publicKey = "other" },
        Row(name: "token rotated", step: .register([.token])) { $0.facts = facts(token: "ef01") },
        Row(name: "app updated", step: .register([.app])) { $0.facts = facts { $0.appVersion = "1.1" } },
        Row(name: "from Xcode to TestFlight", step: .register([.environment])) {
            $0.facts = facts { $0.environment = .sandbox }
        },
        Row(name: "device renamed", step: .register([.name])) { $0.facts = facts { $0.deviceName = "Phone" } },
        Row(name: "travelled", step: .register([.region])) { $0.facts = facts { $0.timeZone = "Asia/Tokyo" } },
        Row(name: "all at once", step: .register([.token, .app])) {
            $0.facts = facts({ $0.appVersion = "2" }, token: "99")
        },
        Row(name: "a day old", step: .register([.age])) { $0.record?.confirmedAt = Fixture.start - .seconds(86_400) },
        Row(name: "almost a day old", step: .upToDate) { $0.record?.confirmedAt = Fixture.start - .seconds(86_399) },
        Row(name: "confirmed in the future", step: .register([.age])) {
            $0.record?.confirmedAt = Fixture.start + .seconds(1)
        },
        Row(name: "signing out", step: .leave(DeviceID(high: 1, low: 1))) { $0.record?.isLeaving = true },
        Row(name: "paired again while signing out", step: .register([.pairing])) {
            $0.record?.isLeaving = true
            $0.pairingCode = "1234"
        },
    ]

    @Test("Every situation has one step", arguments: rows)
    func table(row: Row) {
        var plan = Self.settled
        row.change(&plan)
        #expect(plan.step(at: Fixture.start) == row.step)
    }
}
