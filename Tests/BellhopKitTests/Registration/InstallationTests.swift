import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Detection of a new installation")
struct InstallationTests {
    private let journal = MemoryJournal()
    private let vault = MemoryVault()

    private func check(_ journal: MemoryJournal, _ vault: MemoryVault) async throws -> Installation {
        try await InstallationMark(journal: journal, vault: vault, randomness: SystemRandomness()).check()
    }

    @Test("The first launch is detected once")
    func same() async throws {
        let found = [try await check(journal, vault), try await check(journal, vault)]
        #expect(found == [.first, .same])
    }

    @Test("Files without the Keychain's mark are a restored backup once")
    func restored() async throws {
        _ = try await check(journal, vault)
        let other = MemoryVault()
        let found = [try await check(journal, other), try await check(journal, other)]
        #expect(found == [.restored, .same])
    }

    @Test("Files that carry another installation's mark are a restored backup")
    func exchanged() async throws {
        _ = try await check(journal, vault)
        _ = try await check(MemoryJournal(), vault)
        let other = MemoryVault()
        _ = try await check(MemoryJournal(), other)
        let found = try await check(journal, other)
        #expect(found == .restored)
    }

    @Test("A Keychain mark without files is a reinstalled app")
    func reinstalled() async throws {
        _ = try await check(journal, vault)
        let fresh = MemoryJournal()
        let found = [try await check(fresh, vault), try await check(fresh, vault)]
        #expect(found == [.reinstalled, .same])
    }

    @Test("Before the first unlock nothing is known, and nothing counts as missing")
    func locked() async throws {
        _ = try await check(journal, vault)
        await vault.setLocked(true)
        await #expect(throws: MemoryVault.Locked.self) { try await check(journal, vault) }
        await vault.setLocked(false)
        let found = try await check(journal, vault)
        #expect(found == .same)
    }

    @Test("A stored key is read back, and any other text is not a key")
    func storedKey() {
        for key in [StoredDeviceKey.enclave([1, 2, 255]), .software([9])] {
            #expect(StoredDeviceKey(key.secret) == key)
        }
        for text in ["", "enclave", "enclave ", "software not base64!", "other AQI=", "AQI="] {
            #expect(StoredDeviceKey(Secret(text)) == nil)
        }
    }

    @Test("The server is stored for the next launch and for the extensions")
    func server() async throws {
        let kept = PairedServerStorage(journal)
        let none = try await kept.read()
        #expect(none == nil)
        try await kept.keep("https://bellhop.example")
        let read = try await PairedServerStorage(journal).read()
        #expect(read == "https://bellhop.example")
        try await kept.erase()
        let gone = try await kept.read()
        #expect(gone == nil)
    }
}
