import BellhopKit
import BellhopModel
import BellhopTesting
@_spi(Testing) import SwiftUI
import Testing

@testable import BellhopUI

@Suite("The permission is offered unasked", .speaking(.english), .timeLimit(.minutes(10))) @MainActor
struct PermissionOfferTests {
    private func screen(_ screens: Screens) -> Screen {
        let pairing = PairingModel(Fixture.identity, in: screens.app) { _ in }
        return Screen(BellhopScreen(screens.app, pairing: pairing, about: "Bellhop 1.0") { nil })
    }

    private func offer(on screen: Screen) -> [String] { screen.elements("sheet").flatMap(\.texts) }

    @Test("Not before the device is paired, then at once, in the app's own words")
    func afterPairing() async throws {
        let phone = TestPhone()
        let screens = Screens(phone)
        let screen = screen(screens)
        await screens.running {
            await until { screens.app.permission == .prime }
            #expect(offer(on: screen).isEmpty)
            try? await phone.pair(with: Fixture.user)
            await until { offer(on: screen).contains("You choose what you hear") }
            #expect(await phone.center.asked.isEmpty)
        }
    }

    @Test(
        "Whatever is decided, it goes and does not come back",
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

    @Test("A swipe says not now")
    func swiped() async throws {
        let screens = try await Screens.paired()
        let model = PermissionModel(in: screens.app)
        await screens.running {
            await until { model.isOffered }
            model.putAway()
            #expect(!model.isOffered)
            await until { screens.app.permission != .prime }
            let later = PermissionModel(in: screens.app)
            #expect(!later.isOffered)
        }
    }

    @Test("It covers no ask, and not its own screen", arguments: [Place.ask(Fixture.askID(1)), .permission])
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
