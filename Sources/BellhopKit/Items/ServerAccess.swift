import BellhopModel

/// The way to the server with the key that the app was given when it was paired, for what works beside the app's own
/// registration.
struct ServerAccess: Sendable {
    let api: DeviceAPI
    private let storage: RegistrationStorage
    private let server: @Sendable () -> String

    init(_ ports: BellhopPorts, server: @escaping @Sendable () -> String) {
        self.server = server
        storage = RegistrationStorage(journal: ports.journal, vault: ports.vault, digesting: ports.digesting)
        api = DeviceAPI(transport: ports.transport, digesting: ports.digesting)
    }

    /// - Throws: ``NoAccess`` when the device is not paired, or that cannot be read now.
    func key() async throws -> Secret {
        let kept = try await storage.read(at: server())
        guard let key = kept.key, kept.record?.isLeaving == false else { throw NoAccess() }
        return key
    }
}

/// Nothing can be asked of the server now; later perhaps.
struct NoAccess: Error {}
