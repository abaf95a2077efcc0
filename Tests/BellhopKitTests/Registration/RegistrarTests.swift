import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Registration of a device")
struct RegistrarTests {
    private func registrations(_ workshop: DeviceUnderTest) async throws -> [DeviceRegistration] {
        try await workshop.server.requests(to: API.registerDevice).map {
            try CanonicalJSON.decode(DeviceRegistration.self, from: $0.request.body)
        }
    }

    @Test("Token bytes become lower-case hex, and the pairing code is sent with the first registration only")
    func pairing() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let sent = try await registrations(workshop)
        #expect(sent.map(\.token?.text) == ["abcd0123"])
        #expect(sent.first?.pairingCode == "code-ana")
        guard case .found(let credentials) = await workshop.registrar.credentials() else { return #expect(Bool(false)) }
        #expect(credentials.userID == Fixture.user)
        #expect(await workshop.server.key(of: credentials.deviceID) == credentials.key.reveal())
    }

    @Test("An unconfirmed device shows its key, receives nothing, and asks until it is confirmed")
    func waitingForTrust() async throws {
        let workshop = DeviceUnderTest()
        await workshop.server.setTrust(.waiting)
        await workshop.server.addCode("1234", for: Fixture.user)
        await workshop.registrar.tokenArrived(try #require(Fixture.token))
        await workshop.registrar.pairingCodeEntered("1234")
        let key = try await workshop.deviceKey.publicKey()
        let fingerprint = KeyFingerprint.text(of: key, sha256: FakeDigest().sha256)
        guard case .waitingForTrust(_, Fixture.user, fingerprint) = await workshop.registrar.advance() else {
            return #expect(Bool(false))
        }
        guard case .unpaired = await workshop.registrar.credentials() else { return #expect(Bool(false)) }
        #expect(await workshop.registrar.pause == RegistrationPlan.trustInterval)
        #expect(try await registrations(workshop).map(\.keyStorage) == [.keychain])

        let next = workshop.restarted()
        await next.registrar.tokenArrived(try #require(Fixture.token))
        #expect(await next.registrar.advance().isWaitingForTrust)
        await workshop.server.setTrust(.trusted)
        guard case .registered = await next.registrar.advance() else { return #expect(Bool(false)) }
        guard case .found = await next.registrar.credentials() else { return #expect(Bool(false)) }
    }

    @Test("The code may be entered before the system returns a token")
    func codeFirst() async throws {
        let workshop = DeviceUnderTest()
        await workshop.server.addCode("1234", for: Fixture.user)
        await workshop.registrar.pairingCodeEntered("1234")
        #expect(await workshop.registrar.advance() == .waitingForToken)
        await workshop.registrar.tokenArrived(try #require(Fixture.token))
        guard case .registered = await workshop.registrar.advance() else { return #expect(Bool(false)) }
    }

    @Test("Without a token the state has the system's reason, and a later token resolves it")
    func tokenFailure() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let next = workshop.restarted()
        await next.registrar.tokenFailed("no valid “aps-environment” entitlement string found")
        #expect(
            await next.registrar.advance()
                == .tokenFailed(message: "no valid “aps-environment” entitlement string found"))
        await next.registrar.tokenArrived(try #require(Fixture.token))
        guard case .registered = await next.registrar.advance() else { return #expect(Bool(false)) }
    }

    @Test("An unchanged registration is not sent again at the next launch")
    func unchanged() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let next = workshop.restarted()
        await next.registrar.tokenArrived(try #require(Fixture.token))
        guard case .registered = await next.registrar.advance() else { return #expect(Bool(false)) }
        #expect(await workshop.server.served.count == 1)
        #expect(await next.registrar.pause == .seconds(24 * 3600))
    }

    @Test("A change is sent once, with the device's key and without a code")
    func rotation() async throws {
        let workshop = try await DeviceUnderTest.paired()
        var identity = Fixture.identity
        identity.appVersion = "1.1"
        let next = workshop.restarted(as: identity)
        await next.registrar.tokenArrived(try #require(DeviceToken(bytes: [0xEF, 0x01])))
        await next.registrar.advance()
        await next.registrar.advance()

        let sent = try await registrations(workshop)
        #expect(sent.count == 2)
        #expect(sent.last?.token?.text == "ef01")
        #expect(sent.last?.appVersion == "1.1")
        #expect(sent.last?.pairingCode == nil)
        #expect(await workshop.server.deviceList.map(\.token.text) == ["ef01"])
    }

    @Test("A former token that becomes current again is registered again, without an idempotency key")
    func tokenComesBack() async throws {
        let workshop = try await DeviceUnderTest.paired()
        for bytes in [[0xEF], [0xAB, 0xCD, 0x01, 0x23], [0xEF]] as [[UInt8]] {
            await workshop.registrar.tokenArrived(try #require(DeviceToken(bytes: bytes)))
            await workshop.registrar.advance()
        }
        #expect(try await registrations(workshop).map(\.token?.text) == ["abcd0123", "ef", "abcd0123", "ef"])
        for served in await workshop.server.requests(to: API.registerDevice) {
            #expect(served.request.headers["idempotency-key"] == nil)
        }
    }

    @Test("Without a network the registration is retried with growing pauses, and nothing is lost")
    func offline() async throws {
        let workshop = DeviceUnderTest()
        await workshop.server.addCode("1234", for: Fixture.user)
        await workshop.server.fail(next: .offline, .offline)
        await workshop.registrar.tokenArrived(try #require(Fixture.token))
        await workshop.registrar.pairingCodeEntered("1234")
        var pauses: [Duration?] = []
        for _ in 0..<2 {
            guard case .retrying = await workshop.registrar.advance() else { return #expect(Bool(false)) }
            pauses.append(await workshop.registrar.pause)
        }
        #expect(pauses == [.milliseconds(2500), .seconds(5)])
        guard case .registered = await workshop.registrar.advance() else { return #expect(Bool(false)) }
    }

    @Test("A wrong code is requested again")
    func wrongCode() async throws {
        let workshop = DeviceUnderTest()
        await workshop.registrar.tokenArrived(try #require(Fixture.token))
        await workshop.registrar.pairingCodeEntered("0000")
        #expect(
            await workshop.registrar.advance()
                == .needsPairing(.codeRefused(message: APIErrorCode.pairingCodeInvalid.meaning)))
        #expect(await workshop.registrar.credentials() == .unpaired)
    }

    @Test("A proxy's 401 does not count as a revoked key")
    func proxy() async throws {
        let workshop = try await DeviceUnderTest.paired()
        workshop.clock.advance(by: .seconds(86_400))
        await workshop.server.fail(next: .response(APIResponse(status: 401, body: Array("<html>".utf8))))
        guard case .retrying = await workshop.registrar.advance() else { return #expect(Bool(false)) }
        guard case .registered = await workshop.registrar.advance() else { return #expect(Bool(false)) }
    }

    @Test("A revoked key requires a new pairing, and other errors do not")
    func revoked() async throws {
        let workshop = try await DeviceUnderTest.paired()
        await workshop.server.revokeKeys()
        workshop.clock.advance(by: .seconds(86_400))
        #expect(await workshop.registrar.advance() == .needsPairing(.keyRevoked))
        #expect(await workshop.registrar.advance() == .needsPairing(.keyRevoked))
        #expect(try await registrations(workshop).count == 2)
        try await workshop.pair(with: Fixture.user)
    }

    @Test("An empty vault and another signing key both require a new pairing")
    func restored() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let token = try #require(Fixture.token)
        let otherKey = workshop.restarted(deviceKey: FakeDeviceKey(seed: 8))
        await otherKey.registrar.tokenArrived(token)
        #expect(await otherKey.registrar.advance() == .needsPairing(.signingKeyChanged))

        try await workshop.vault.delete(.deviceKey(at: Fixture.server))
        let emptied = workshop.restarted()
        await emptied.registrar.tokenArrived(token)
        #expect(await emptied.registrar.advance() == .needsPairing(.keyLost))
    }

    @Test("A locked vault does not count as empty")
    func locked() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let next = workshop.restarted()
        await next.registrar.tokenArrived(try #require(Fixture.token))
        await workshop.vault.setLocked(true)
        guard case .retrying = await next.registrar.advance() else { return #expect(Bool(false)) }
        #expect(await next.registrar.credentials() == .locked)
        await workshop.vault.setLocked(false)
        guard case .registered = await next.registrar.advance() else { return #expect(Bool(false)) }
    }

    @Test("Another user's code transfers the device to that user")
    func ownership() async throws {
        let workshop = try await DeviceUnderTest.paired()
        try await workshop.pair(with: "ben")
        guard case .found(let credentials) = await workshop.registrar.credentials() else { return #expect(Bool(false)) }
        #expect(credentials.userID == "ben")
        #expect(await workshop.server.deviceList.map(\.userID) == ["ben"])
    }

    @Test("Each server has a separate registration, and keys are not sent to another server")
    func otherServer() async throws {
        let workshop = try await DeviceUnderTest.paired()
        var identity = Fixture.identity
        identity.server = "https://elsewhere.example"
        await workshop.registrar.identityChanged(identity)
        #expect(await workshop.registrar.advance() == .needsPairing(.neverPaired))
        #expect(await workshop.registrar.credentials() == .unpaired)
        await workshop.registrar.identityChanged(Fixture.identity)
        guard case .registered = await workshop.registrar.advance() else { return #expect(Bool(false)) }
        #expect(try await registrations(workshop).count == 1)
    }

    @Test("A failed write costs one request at the next launch, not the registration")
    func storageFull() async throws {
        let workshop = DeviceUnderTest()
        await workshop.journal.setFull(true)
        try await workshop.pair(with: Fixture.user)
        guard case .found = await workshop.registrar.credentials() else { return #expect(Bool(false)) }
        await workshop.journal.setFull(false)
        await workshop.registrar.advance()

        let next = workshop.restarted()
        await next.registrar.tokenArrived(try #require(Fixture.token))
        guard case .registered = await next.registrar.advance() else { return #expect(Bool(false)) }
        #expect(try await registrations(workshop).count == 1)
    }

    @Test("Signing out takes effect at once, and the server is notified as soon as possible")
    func leaving() async throws {
        let workshop = try await DeviceUnderTest.paired()
        await workshop.server.setDown(true)
        try await workshop.registrar.leave()
        #expect(await workshop.registrar.credentials() == .unpaired)
        guard case .retrying = await workshop.registrar.advance() else { return #expect(Bool(false)) }

        await workshop.server.setDown(false)
        let next = workshop.restarted()
        #expect(await next.registrar.advance() == .needsPairing(.neverPaired))
        #expect(await workshop.server.deviceList.isEmpty)
        #expect(await workshop.vault.secrets.isEmpty)
        #expect(await workshop.journal.count(in: .registration) == 0)
    }

    @Test("The late response of a registration does not undo signing out", arguments: [true, false])
    func leavingWhileRegistering(isFirst: Bool) async throws {
        let workshop = isFirst ? DeviceUnderTest() : try await DeviceUnderTest.paired()
        if isFirst {
            await workshop.server.addCode("1234", for: Fixture.user)
            await workshop.registrar.pairingCodeEntered("1234")
        }
        await workshop.registrar.tokenArrived(try #require(DeviceToken("ffff")))
        let gate = Gate()
        await workshop.server.fail(next: .held(gate))
        async let registration = workshop.registrar.advance()
        await gate.arrived()
        try await workshop.registrar.leave()
        gate.open()

        #expect(await registration == .leaving)
        #expect(await workshop.registrar.credentials() == .unpaired)
        #expect(await workshop.registrar.advance() == .needsPairing(.neverPaired))
        #expect(await workshop.server.deviceList.isEmpty)
    }

    @Test("Signing out discards a pairing code that waits for a push token")
    func leavingWithCode() async throws {
        let workshop = DeviceUnderTest()
        await workshop.server.addCode("1234", for: Fixture.user)
        await workshop.registrar.pairingCodeEntered("1234")
        try await workshop.registrar.leave()
        await workshop.registrar.tokenArrived(try #require(Fixture.token))
        #expect(await workshop.registrar.advance() == .needsPairing(.neverPaired))
        #expect(await workshop.server.requests(to: API.registerDevice).isEmpty)
    }

    @Test("A code entered while another one is refused is tried too")
    func secondCode() async throws {
        let workshop = DeviceUnderTest()
        await workshop.server.addCode("right", for: Fixture.user)
        await workshop.registrar.tokenArrived(try #require(Fixture.token))
        await workshop.registrar.pairingCodeEntered("wrong")
        let gate = Gate()
        await workshop.server.fail(next: .held(gate))
        async let first = workshop.registrar.advance()
        await gate.arrived()
        await workshop.registrar.pairingCodeEntered("right")
        gate.open()
        guard case .needsPairing(.codeRefused) = await first else { return #expect(Bool(false)) }
        guard case .registered = await workshop.registrar.advance() else { return #expect(Bool(false)) }
    }

    @Test("Signing out of one server does not affect the key of another")
    func leavingWhileMoving() async throws {
        let workshop = try await DeviceUnderTest.paired()
        var other = Fixture.identity
        other.server = "https://other.example.com"
        await workshop.registrar.identityChanged(other)
        try await workshop.pair(with: "ben")
        await workshop.registrar.identityChanged(Fixture.identity)
        try await workshop.registrar.leave()
        let gate = Gate()
        await workshop.server.fail(next: .held(gate))
        async let leaving = workshop.registrar.advance()
        await gate.arrived()
        await workshop.registrar.identityChanged(other)
        gate.open()
        _ = await leaving

        guard case .found(let credentials) = await workshop.registrar.credentials() else {
            return #expect(Bool(false), "the other server's key is gone")
        }
        #expect(credentials.userID == "ben")
        #expect(await workshop.vault.secrets.count == 1)
    }

    @Test("The journal contains neither the push token nor the key")
    func secrets() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let text = await workshop.journal.text
        #expect(!text.contains("abcd0123"))
        #expect(!text.contains("key-1"))
    }
}
