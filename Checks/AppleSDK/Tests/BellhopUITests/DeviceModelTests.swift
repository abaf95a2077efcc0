import BellhopKit
import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopUI

@Suite("Pairing, permission and diagnostics", .timeLimit(.minutes(10))) @MainActor
struct DeviceModelTests {
    @Test("A link shows its host first; nothing is sent before the person says yes")
    func pairing() async throws {
        let phone = TestPhone()
        let screens = Screens(phone)
        await phone.bellhop.tokenArrived([1, 2, 3])
        await phone.server.addCode("7K2M-Q9XT", for: Fixture.user)
        var remembered: [String] = []
        let model = PairingModel(Fixture.identity, in: screens.app) { remembered.append($0.server) }
        model.open("bellhop://pair?server=https%3A%2F%2Fbellhop.example&code=7K2M-Q9XT")
        guard case .confirm(let link) = model.step else { throw TestPhone.NotPaired() }
        #expect(link.address.authority == "bellhop.example")
        #expect(await phone.server.attempts.isEmpty && remembered.isEmpty)
        await model.confirm()
        #expect(model.step == .paired && remembered == ["https://bellhop.example"])
    }

    @Test("A new device shows its own key until it is confirmed on another one, also after a restart of the screen")
    func confirmation() async throws {
        let phone = TestPhone()
        let screens = Screens(phone)
        await phone.bellhop.tokenArrived([1, 2, 3])
        await phone.server.addCode("7K2M-Q9XT", for: Fixture.user)
        await phone.server.setTrust(.waiting)
        let model = PairingModel(Fixture.identity, in: screens.app) { _ in }
        model.open("bellhop://pair?server=https%3A%2F%2Fbellhop.example&code=7K2M-Q9XT")
        await model.confirm()
        let fingerprint = KeyFingerprint.text(of: try await phone.deviceKey.publicKey(), sha256: FakeDigest().sha256)
        #expect(model.step == .confirmation(fingerprint: fingerprint))
        let device = DeviceID(high: 1, low: 2)
        screens.app.take(
            .registration(.waitingForTrust(device: device, user: Fixture.user, fingerprint: fingerprint)))
        let next = PairingModel(Fixture.identity, in: screens.app) { _ in }
        #expect(next.step == .confirmation(fingerprint: fingerprint) && !screens.app.isPaired)
        screens.app.take(.registration(.needsPairing(.keyRevoked)))
        #expect(model.step == .entry)
        screens.app.take(.registration(.registered(device: device, user: Fixture.user)))
        #expect(model.step == .paired && screens.app.isPaired)
    }

    @Test("Leaving the question sends nothing")
    func cancelled() async throws {
        let phone = TestPhone()
        let screens = Screens(phone)
        let model = PairingModel(Fixture.identity, in: screens.app) { _ in }
        model.open("bellhop://pair?server=https%3A%2F%2Fevil.example&code=7K2M-Q9XT")
        model.cancel()
        await model.confirm()
        #expect(await phone.server.attempts.isEmpty && model.step == .entry)
    }

    @Test("What is typed wrong is said, and a code that the server refuses asks again")
    func problems() async throws {
        let phone = TestPhone()
        let screens = Screens(phone)
        await phone.bellhop.tokenArrived([1, 2, 3])
        let model = PairingModel(Fixture.identity, in: screens.app) { _ in }
        model.open("bellhop://pair?code=7K2M-Q9XT")
        #expect(model.problem == .broken)
        (model.address, model.code) = ("http://bellhop.example", "7K2M-Q9XT")
        model.review()
        #expect(model.problem == .notEncrypted(host: "bellhop.example"))
        model.address = "bellhop.example"
        model.review()
        await model.confirm()
        #expect(model.step == .entry)
    }

    @Test("The system asks only after the app has said why, and not now means later")
    func permission() async throws {
        let screens = try await Screens.paired()
        let model = PermissionModel(in: screens.app)
        await screens.running {
            await until { model.step == .prime && model.isDue }
            await model.shown()
            await model.notNow()
            await until { model.step != .prime }
            #expect(!model.isDue)
            await model.allow()
            await until { model.step == .authorized }
        }
    }

    @Test("Diagnostics name what is missing and hold no secret")
    func diagnostics() async throws {
        let screens = try await Screens.paired()
        let model = DiagnosticsModel(in: screens.app, about: "Bellhop 1.0", delegateOwner: { nil })
        await Language.$current.withValue(.english) { await model.load() }
        let names = model.lines.filter { !$0.isGood }.map(\.name)
        #expect(names.contains("Buttons") && names.contains("Delegate"))
        #expect(model.devices.count == 1)
        #expect(model.text.hasPrefix("Bellhop 1.0\n"))
        for secret in ["key-1", "abcd0123", "Ana"] { #expect(!model.text.contains(secret)) }
    }
}
