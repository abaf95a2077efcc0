import BellhopModel
import BellhopTesting

@testable import BellhopKit

/// Registrar and outbox on fakes. Stored data outlives ``restarted()``; memory does not.
struct DeviceUnderTest {
    var clock = ManualClock()
    var journal = MemoryJournal()
    var vault = MemoryVault()
    var deviceKey = FakeDeviceKey()
    let server: FakeServer
    let registrar: Registrar
    let answers: AnswerQueue

    init() { self.init(on: nil, identity: Fixture.identity) }

    private init(on former: DeviceUnderTest?, identity: AppIdentity, deviceKey: FakeDeviceKey? = nil) {
        if let former {
            (clock, journal, vault) = (former.clock, former.journal, former.vault)
            self.deviceKey = deviceKey ?? former.deviceKey
        }
        server = former?.server ?? FakeServer(clock: clock)
        let time = ServerClock(clock, journal: journal)
        let api = DeviceAPI(transport: server, digesting: FakeDigest(), clock: time)
        registrar = Registrar(
            identity: identity, api: api,
            storage: RegistrationStorage(journal: journal, vault: vault, digesting: FakeDigest()),
            deviceKey: self.deviceKey, clock: clock, randomness: FixedRandomness())
        answers = AnswerQueue(
            api: api, registrar: registrar, journal: journal, deviceKey: self.deviceKey, clock: time,
            randomness: FixedRandomness())
    }

    /// The device after the next launch.
    func restarted(as identity: AppIdentity = Fixture.identity, deviceKey: FakeDeviceKey? = nil) -> DeviceUnderTest {
        DeviceUnderTest(on: self, identity: identity, deviceKey: deviceKey)
    }

    static func paired(with user: UserID = Fixture.user) async throws -> DeviceUnderTest {
        let workshop = DeviceUnderTest()
        try await workshop.pair(with: user)
        return workshop
    }

    func pair(with user: UserID) async throws {
        await server.addCode("code-\(user)", for: user)
        if let token = Fixture.token { await registrar.tokenArrived(token) }
        await registrar.pairingCodeEntered("code-\(user)")
        guard case .registered = await registrar.advance() else { throw NotPaired() }
    }

    struct NotPaired: Error {}

    /// Runs the outbox during `body`, as the app does.
    func running(_ body: () async throws -> Void) async rethrows {
        let loop = Task { [answers] in await answers.run {} }
        defer { loop.cancel() }
        try await body()
    }
}
