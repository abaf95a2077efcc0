import BellhopFoundation
package import BellhopModel

/// The history of the app's installation since it last ran on this device.
public enum Installation: String, Hashable, Sendable, CaseIterable {
    /// The first run on this device.
    case first
    case same
    /// Deleted and installed again: the Keychain outlives the deletion, the files do not.
    case reinstalled
    /// The files are from a backup of another or an older device: this device's Keychain items are not in a backup.
    /// Keys of the former device, such as its signing key, are lost.
    case restored
}

/// Determines the ``Installation`` from a random mark that is stored in the vault and in the journal.
package struct InstallationMark: Sendable {
    private let journal: any Journal
    private let vault: any SecretVault
    private let randomness: any RandomnessPort

    package init(journal: any Journal, vault: any SecretVault, randomness: any RandomnessPort) {
        self.journal = journal
        self.vault = vault
        self.randomness = randomness
    }

    /// Compares the two marks, and writes them so that the next check returns ``Installation/same``.
    ///
    /// - Throws: when one of the marks cannot be read or written now; the state is then unknown.
    package func check() async throws -> Installation {
        let inVault = try await vault.read(Self.name)?.reveal()
        let inFiles = try await journal.read(Self.key).map { String(decoding: $0, as: UTF8.self) }
        if let inVault, inVault == inFiles { return .same }
        let mark = inVault ?? Hex.encode((0..<16).map { _ in UInt8(truncatingIfNeeded: randomness.next()) })
        if inVault == nil { try await vault.keep(Secret(mark), as: Self.name) }
        try await journal.write(Array(mark.utf8), to: Self.key)
        if inFiles != nil { return .restored }
        return inVault == nil ? .first : .reinstalled
    }

    private static let name = SecretName(rawValue: "installation")
    private static let key = RecordKey(unchecked: .registration, "installation")
}

/// A device's signing key as stored in the vault.
package enum StoredDeviceKey: Hashable, Sendable {
    /// A key representation that only this device's Secure Enclave can open.
    case enclave([UInt8])
    /// The key itself, on a device without an enclave.
    case software([UInt8])

    package static let name = SecretName(rawValue: "device-signing-key")

    /// - Returns: `nil` for a text that this version did not write.
    package init?(_ secret: Secret) {
        let parts = secret.reveal().split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let bytes = Data(base64Encoded: String(parts[1])), !bytes.isEmpty else { return nil }
        switch parts[0] {
        case "enclave": self = .enclave(Array(bytes))
        case "software": self = .software(Array(bytes))
        default: return nil
        }
    }

    package var secret: Secret {
        switch self {
        case .enclave(let bytes): Secret("enclave \(Base64.encode(bytes))")
        case .software(let bytes): Secret("software \(Base64.encode(bytes))")
        }
    }
}
