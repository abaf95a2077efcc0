import BellhopModel
import BellhopTesting
import Foundation
import Testing

@testable import BellhopKit

@Suite("The paired server of the app") @MainActor
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

    @Test("Requests use the paired server at once, and from the start of the next launch")
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
        "A chosen server address is used unchanged for the registration",
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

    @Test("A server that could not be read before the first unlock is read when the app becomes active")
    func locked() async throws {
        // An in-memory journal cannot be read synchronously, like a locked one.
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

    @Test("The chosen device name is available from the start of the next launch")
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

    @Test("A server that could not be stored is stored later, and no older one comes back")
    func storageFull() async throws {
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

    @Test("Without a pairing nothing is stored")
    func unpaired() async throws {
        let phone = TestPhone()
        let server = server(phone.journal)
        await server.restore(in: phone.bellhop)
        #expect(server.identity.server.isEmpty)
        #expect(try await PairedServerStorage(phone.journal).read() == nil)
    }
}
