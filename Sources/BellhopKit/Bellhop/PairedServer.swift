import BellhopModel

/// Which server the app is paired with: where its requests go, and in the journal for the next launch and for the
/// extensions. For an app whose person chooses the server.
@MainActor
public final class PairedServer {
    /// As it is now; ``AppIdentity/server`` is empty while there is no server, and ``AppIdentity/deviceName`` is what the
    /// person chose, if they chose one.
    public private(set) var identity: AppIdentity
    private let address: ServerLocation
    private let kept: PairedServerStorage
    /// Since the launch.
    private var chosenName: String?

    /// - Parameters:
    ///   - identity: of the app; its server is replaced by the one that was kept.
    ///   - address: follows the server from now on.
    public init(_ identity: AppIdentity, _ address: ServerLocation, kept: PairedServerStorage) {
        self.identity = identity
        self.address = address
        self.kept = kept
        // Before the first unlock nothing can be read; `restore(in:)` reads it later.
        follow((try? kept.readNow()) ?? "")
        name((try? kept.readNameNow()) ?? nil)
    }

    /// The person chose a server. From now on requests go there; ``keep()`` makes it last.
    ///
    /// - Parameter name: of this device; `nil` leaves it as it is.
    public func choose(_ server: String, deviceName name: String? = nil) {
        follow(server)
        chosenName = name ?? chosenName
        self.name(name)
    }

    /// Keeps the server and the name for the next launch. What cannot be written now, ``restore(in:)`` writes.
    public func keep() async {
        if let chosenName { try? await kept.keep(name: chosenName) }
        try? await kept.keep(identity.server)
    }

    /// The app came to the front: makes up for what could not be read at the launch, or not kept when it was chosen.
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
