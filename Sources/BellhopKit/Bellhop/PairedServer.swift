import BellhopModel

/// The server that the app is paired with: the target of its requests, stored for the next launch and for the
/// extensions. For an app whose user chooses the server.
@MainActor
public final class PairedServer {
    /// The current identity. ``AppIdentity/server`` is empty while no server is chosen; ``AppIdentity/deviceName`` is
    /// the user's choice, if any.
    public private(set) var identity: AppIdentity
    private let address: ServerLocation
    private let kept: PairedServerStorage
    /// The name that was chosen since the launch.
    private var chosenName: String?

    /// - Parameters:
    ///   - identity: the app's identity; its server is replaced by the stored one.
    ///   - address: the location to update when the server changes.
    public init(_ identity: AppIdentity, _ address: ServerLocation, kept: PairedServerStorage) {
        self.identity = identity
        self.address = address
        self.kept = kept
        // Before the first unlock the storage cannot be read; `restore(in:)` reads it later.
        follow((try? kept.readNow()) ?? "")
        name((try? kept.readNameNow()) ?? nil)
    }

    /// Sets the server for all further requests; ``keep()`` stores it.
    ///
    /// - Parameter name: the name of this device; `nil` does not change it.
    public func choose(_ server: String, deviceName name: String? = nil) {
        follow(server)
        chosenName = name ?? chosenName
        self.name(name)
    }

    /// Stores the server and the name for the next launch. ``restore(in:)`` repeats a failed write.
    public func keep() async {
        if let chosenName { try? await kept.keep(name: chosenName) }
        try? await kept.keep(identity.server)
    }

    /// Reads and stores, when the app becomes active, the data that were unavailable before.
    public func restore(in bellhop: Bellhop) async {
        guard let read = await readAgain() else { return }
        if identity.server.isEmpty, let read {
            follow(read)
            name((try? await kept.readName()) ?? nil)
            await bellhop.identityChanged(identity)
        } else if !identity.server.isEmpty, read != identity.server {
            await keep()
        }
    }

    /// - Returns: `nil` when it cannot be read now.
    private func readAgain() async -> String?? {
        do { return .some(try await kept.read()) } catch { return nil }
    }

    private func name(_ name: String?) {
        if let name, !name.isEmpty { identity.deviceName = name }
    }

    private func follow(_ server: String) {
        identity.server = server
        address.server = server
    }
}
