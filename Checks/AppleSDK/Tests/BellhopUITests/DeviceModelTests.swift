import BellhopKit
import BellhopModel
import BellhopTesting
@_spi(Testing) import SwiftUI
import Testing

@testable import BellhopUI

@Suite("The screen that offers the permission", .speaking(.english), .timeLimit(.minutes(10))) @MainActor
struct PermissionOfferTests {
    private func screen(_ screens: Screens) -> Screen {
        let pairing = PairingModel(Fixture.identity, in: screens.app) { _ in }
        return Screen(BellhopScreen(screens.app, pairing: pairing, about: "Bellhop 1.0") { nil })
    }

    private func offer(on screen: Screen) -> [String] { screen.elements("sheet").flatMap(\.texts) }

    @Test("The permission screen appears when the device is paired, with the app's own text")
    func afterPairing() async throws {
        let phone = TestPhone()
        let screens = Screens(phone)
        let screen = screen(screens)
        await screens.running {
            await until { screens.app.permission == .prime }
            #expect(offer(on: screen).isEmpty)
            try? await phone.pair(with: Fixture.user)
            await until { offer(on: screen).contains("You choose which notifications you get") }
            #expect(await phone.center.asked.isEmpty)
        }
    }

    @Test(
        "The permission screen closes after any decision and does not come back",
        arguments: ["Allow Notifications", "Deliver Quietly", "Not Now"])
    func decided(_ title: String) async throws {
        let screens = try await Screens.paired()
        await screens.phone.center.setReply(title == "Deliver Quietly" ? .provisional : .authorized)
        let screen = screen(screens)
        await screens.running {
            await until { !offer(on: screen).isEmpty }
            #expect(await screen.press(title))
            await until { screens.app.permission != .prime && offer(on: screen).isEmpty }
            #expect(await screens.phone.center.asked.count == (title == "Not Now" ? 0 : 1))
            await screens.phone.bellhop.becameActive()
            #expect(offer(on: screen).isEmpty)
        }
    }

    @Test("Swiping the permission screen away means Not Now")
    func swipe() async throws {
        let screens = try await Screens.paired()
        let model = PermissionModel(in: screens.app)
        await screens.running {
            await until { model.isOffered }
            model.dismissed()
            #expect(!model.isOffered)
            await until { screens.app.permission != .prime }
            let later = PermissionModel(in: screens.app)
            #expect(!later.isOffered)
        }
    }

    @Test(
        "No permission screen is offered over an ask or over itself",
        arguments: [Place.ask(Fixture.askID(1)), .permission])
    func covers(_ place: Place) async throws {
        let screens = try await Screens.paired()
        let screen = screen(screens)
        screens.app.navigator[.pending] = [place]
        await screens.running {
            await until { screens.app.permission == .prime && screens.app.isPaired }
            #expect(offer(on: screen).isEmpty)
            screens.app.navigator[.pending] = []
            #expect(!offer(on: screen).isEmpty)
        }
    }
}

@Suite("Pairing, permission and diagnostics", .timeLimit(.minutes(10))) @MainActor
struct DeviceModelTests {
    @Test("A pairing link shows its host first, and nothing is sent before the user confirms")
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

    @Test("A new device shows its fingerprint until another device confirms it, also when the screen is reopened")
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
        screens.app.apply(
            .registration(.waitingForTrust(device: device, user: Fixture.user, fingerprint: fingerprint)))
        let next = PairingModel(Fixture.identity, in: screens.app) { _ in }
        #expect(next.step == .confirmation(fingerprint: fingerprint) && !screens.app.isPaired)
        screens.app.apply(.registration(.needsPairing(.keyRevoked)))
        #expect(model.step == .entry)
        screens.app.apply(.registration(.registered(device: device, user: Fixture.user)))
        #expect(model.step == .paired && screens.app.isPaired)
    }

    @Test("Cancelling the pairing question sends nothing")
    func cancelled() async throws {
        let phone = TestPhone()
        let screens = Screens(phone)
        let model = PairingModel(Fixture.identity, in: screens.app) { _ in }
        model.open("bellhop://pair?server=https%3A%2F%2Fevil.example&code=7K2M-Q9XT")
        model.cancel()
        await model.confirm()
        #expect(await phone.server.attempts.isEmpty && model.step == .entry)
    }

    @Test("A typing error is shown, and a refused code is requested again")
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

    @Test("The system's permission dialog appears only after the app's explanation, and Not Now postpones it")
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

    @Test("Diagnostics name missing parts and contain no secret")
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
