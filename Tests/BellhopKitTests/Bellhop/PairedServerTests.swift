import BellhopModel
import BellhopTesting
import Foundation
import Testing

@testable import BellhopKit

@Suite("The server that the app is paired with") @MainActor
struct PairedServerTests {
    private static let home = "https://home.example"

    private func inFolder(_ body: (FileJournal) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bellhop-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(try FileJournal(folder: folder))
    }

    private func server(_ journal: any Journal, _ address: ServerLocation = ServerLocation()) -> PairedServer {
        PairedServer(Fixture.identity, address, kept: PairedServerStorage(journal))
    }

    @Test("Requests go there at once, and at the next launch before anything else happens")
    func launch() async throws {
        try await inFolder { journal in
            let address = ServerLocation()
            let first = server(journal, address)
            #expect(first.identity.server.isEmpty && address.url == nil)
            first.choose(Self.home)
            #expect(address.url == URL(string: Self.home))
            await first.keep()

            let again = ServerLocation()
            #expect(server(journal, again).identity.server == Self.home)
            #expect(again.url == URL(string: Self.home))
        }
    }

    @Test(
        "It goes by the name that it was given, which its registration is kept under",
        arguments: ["https://büro.example", "https://home.example/", "http://studio.local:7788", ""])
    func spelling(_ name: String) {
        let address = ServerLocation()
        let server = server(TestPhone().journal, address)
        server.choose(name)
        #expect(address.server == name && server.identity.server == name)
        #expect(address.url == URL(string: name))
        address.url = URL(string: Self.home)
        #expect(address.server == Self.home)
    }

    @Test("What could not be read before the first unlock is read when the app comes to the front")
    func locked() async throws {
        // In memory nothing can be read at once, as on a locked device.
        let phone = TestPhone()
        try await PairedServerStorage(phone.journal).keep(Self.home)
        let server = server(phone.journal)
        #expect(server.identity.server.isEmpty)
        await phone.journal.setLocked(true)
        await server.restore(in: phone.bellhop)
        #expect(server.identity.server.isEmpty)
        await phone.journal.setLocked(false)
        await server.restore(in: phone.bellhop)
        #expect(server.identity.server == Self.home)
    }

    @Test("The device's name that the person chose is there at the next launch, before anything else happens")
    func deviceName() async throws {
        try await inFolder { journal in
            let first = server(journal)
            first.choose(Self.home, deviceName: "Red phone")
            #expect(first.identity.deviceName == "Red phone")
            await first.keep()
            #expect(server(journal).identity.deviceName == "Red phone")
        }
        let phone = TestPhone()
        try await PairedServerStorage(phone.journal).keep(Self.home)
        try await PairedServerStorage(phone.journal).keep(name: "Red phone")
        let late = server(phone.journal)
        #expect(late.identity.deviceName == Fixture.identity.deviceName)
        await late.restore(in: phone.bellhop)
        #expect(late.identity.deviceName == "Red phone")
    }

    @Test("What could not be kept is kept later, and no older server comes back")
    func full() async throws {
        let phone = TestPhone()
        try await PairedServerStorage(phone.journal).keep("https://old.example")
        let server = server(phone.journal)
        await phone.journal.setFull(true)
        server.choose(Self.home)
        await server.keep()
        await phone.journal.setFull(false)
        await server.restore(in: phone.bellhop)
        #expect(server.identity.server == Self.home)
        #expect(try await PairedServerStorage(phone.journal).read() == Self.home)
    }

    @Test("Nothing is paired, nothing is kept")
    func nothing() async throws {
        let phone = TestPhone()
        let server = server(phone.journal)
        await server.restore(in: phone.bellhop)
        #expect(server.identity.server.isEmpty)
        #expect(try await PairedServerStorage(phone.journal).read() == nil)
    }
}
