import BellhopKit
import BellhopModel
import BellhopTesting
@_spi(Testing) import SwiftUI
import Testing

@testable import BellhopUI

@Suite("The pairing screen", .speaking(.english), .timeLimit(.minutes(10))) @MainActor
struct PairingScreenTests {
    private let phone = TestPhone()
    private let screens: Screens
    private let model: PairingModel
    private let screen: Screen

    init() {
        screens = Screens(phone)
        model = PairingModel(Fixture.identity, in: screens.app) { _ in }
        screen = Screen(PairingScreen(model))
    }

    @Test("A typed address is checked, its host is shown, and only Pair sends the code")
    func typed() async throws {
        await phone.bellhop.tokenArrived([1, 2, 3])
        await phone.server.addCode("7K2M-Q9XT", for: Fixture.user)
        #expect(screen.buttons.isEmpty)
        screen.type("bellhop.example", into: "Server address")
        screen.type("7K2M-Q9XT", into: "Code")
        #expect(await screen.press("Continue"))
        #expect(screen.texts.contains("Pair with bellhop.example?"))
        #expect(screen.texts.contains { $0.hasSuffix("Continue only if it is yours.") })
        #expect(await phone.server.attempts.isEmpty)
        await screens.running {
            #expect(await screen.press("Pair"))
            await until { screen.texts.contains("Paired") }
            await until { screen.buttons == ["Unpair"] }
            #expect(await phone.server.deviceList.count == 1)
        }
    }

    @Test("The typed name becomes the device's name, on the server and at the next launch")
    func name() async throws {
        var kept: [AppIdentity] = []
        var identity = Fixture.identity
        identity.deviceName = "iPhone"
        let model = PairingModel(identity, in: screens.app) { kept.append($0) }
        let screen = Screen(PairingScreen(model))
        await phone.bellhop.tokenArrived([1, 2, 3])
        await phone.server.addCode("7K2M-Q9XT", for: Fixture.user)
        model.open("bellhop://pair?server=https%3A%2F%2Fbellhop.example&code=7K2M-Q9XT")
        #expect(screen.texts(of: "TextField") == ["iPhone"])
        screen.type("Ana's red phone", into: "Name of This Device")
        await screens.running {
            #expect(await screen.press("Pair"))
            await until { model.step == .paired }
        }
        #expect(await phone.server.deviceList.map(\.name) == ["Ana's red phone"])
        #expect(kept.map(\.deviceName) == ["Ana's red phone"])
    }

    @Test("A link shows its host first, and Cancel sends nothing")
    func link() async throws {
        model.open("bellhop://pair?server=https%3A%2F%2Fevil.example&code=7K2M-Q9XT")
        #expect(screen.buttons == ["Pair", "Cancel"] && screen.texts.contains("Pair with evil.example?"))
        #expect(!screen.texts.contains { $0.contains("7K2M") })
        await screen.press("Cancel")
        let texts = screen.texts
        #expect(texts.contains("Not paired yet") || texts.contains(Strings.current.registrationWaitingForToken))
        #expect(await phone.server.attempts.isEmpty)
    }

    @Test("Each pairing problem has a text")
    func wrong() async throws {
        model.open("bellhop://pair?code=7K2M-Q9XT")
        #expect(screen.texts.contains("The pairing link is not complete. Copy it again."))
        screen.type("http://bellhop.example", into: "Server address")
        screen.type("7K2M-Q9XT", into: "Code")
        await screen.press("Continue")
        #expect(
            screen.texts.contains(
                "bellhop.example is not in your network, so its address has to begin with https."))
        screen.type("bellhop.example", into: "Server address")
        screen.type("?", into: "Code")
        await screen.press("Continue")
        #expect(screen.texts.contains("This is not a pairing code."))
    }

    @Test("An unencrypted address in the local network shows a warning")
    func unencrypted() {
        model.open("bellhop://pair?server=http%3A%2F%2F192.168.1.5%3A8080&code=7K2M-Q9XT")
        #expect(screen.texts.contains("Pair with 192.168.1.5:8080?"))
        #expect(screen.texts.contains("The connection is not encrypted. Use it only in your own network."))
    }

    @Test("When the server refuses the code, the screen asks for it again and shows the reason")
    func refused() async throws {
        await phone.bellhop.tokenArrived([1, 2, 3])
        await screens.running {
            model.open("bellhop://pair?server=https%3A%2F%2Fbellhop.example&code=7K2M-Q9XT")
            await screen.press("Pair")
            await until { screen.texts.contains { $0.hasPrefix("The server did not accept the code: ") } }
            await until { screen.texts.contains("Server address") }
            #expect(screen.texts(of: "TextField") == ["", ""])
        }
    }

    @Test("Unpair asks for confirmation")
    func leave() async throws {
        let screens = try await Screens.paired()
        let screen = Screen(PairingScreen(PairingModel(Fixture.identity, in: screens.app) { _ in }))
        await screens.running {
            await until { screen.buttons.contains("Unpair") }
            await screen.press("Unpair")
            #expect(await screens.phone.server.deviceList.count == 1)
            await screen.press("Unpair")
            await until { !screen.buttons.contains("Unpair") }
        }
    }
}
