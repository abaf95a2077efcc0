import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("What became of the app since it last ran")
struct InstallationTests {
    private let journal = MemoryJournal()
    private let vault = MemoryVault()

    private func check(_ journal: MemoryJournal, _ vault: MemoryVault) async throws -> Installation {
        try await InstallationMark(journal: journal, vault: vault, randomness: SystemRandomness()).check()
    }

    @Test("First, then the same")
    func same() async throws {
        let found = [try await check(journal, vault), try await check(journal, vault)]
        #expect(found == [.first, .same])
    }

    @Test("Files without the Keychain's mark came from another device, and from then on are this one's")
    func restored() async throws {
        _ = try await check(journal, vault)
        let other = MemoryVault()
        let found = [try await check(journal, other), try await check(journal, other)]
        #expect(found == [.restored, .same])
    }

    @Test("Files of another device under the Keychain of this one")
    func exchanged() async throws {
        _ = try await check(journal, vault)
        _ = try await check(MemoryJournal(), vault)
        let other = MemoryVault()
        _ = try await check(MemoryJournal(), other)
        let found = try await check(journal, other)
        #expect(found == .restored)
    }

    @Test("The Keychain's mark without files: deleted and installed again")
    func reinstalled() async throws {
        _ = try await check(journal, vault)
        let fresh = MemoryJournal()
        let found = [try await check(fresh, vault), try await check(fresh, vault)]
        #expect(found == [.reinstalled, .same])
    }

    @Test("Before the first unlock nothing is known, and nothing is taken for gone")
    func locked() async throws {
        _ = try await check(journal, vault)
        await vault.setLocked(true)
        await #expect(throws: MemoryVault.Locked.self) { try await check(journal, vault) }
        await vault.setLocked(false)
        let found = try await check(journal, vault)
        #expect(found == .same)
    }

    @Test("A key is read back as it was kept; anything else is none")
    func storedKey() {
        for key in [StoredDeviceKey.enclave([1, 2, 255]), .software([9])] {
            #expect(StoredDeviceKey(key.secret) == key)
        }
        for text in ["", "enclave", "enclave ", "software not base64!", "other AQI=", "AQI="] {
            #expect(StoredDeviceKey(Secret(text)) == nil)
        }
    }

    @Test("The server is remembered for the next launch and for the extensions")
    func server() async throws {
        let kept = PairedServerStorage(journal)
        let none = try await kept.read()
        #expect(none == nil)
        try await kept.keep("https://bellhop.example")
        let read = try await PairedServerStorage(journal).read()
        #expect(read == "https://bellhop.example")
        try await kept.forget()
        let gone = try await kept.read()
        #expect(gone == nil)
    }
}
