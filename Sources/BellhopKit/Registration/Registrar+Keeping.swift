import BellhopModel

/// Stored state.
extension Registrar {
    func load() async throws {
        guard kept == nil else { return }
        let server = identity.server
        let read = try await storage.read(at: server)
        if kept == nil, server == identity.server { kept = read }
    }

    func keep() async {
        guard let record = kept?.record else { return }
        do {
            try await storage.keep(record, key: kept?.key, at: identity.server)
            isUnwritten = false
        } catch {
            isUnwritten = true
        }
    }

    func presentFacts() async throws -> RegistrationFacts? {
        guard let token else { return nil }
        return RegistrationFacts(
            identity, token: token, publicKey: try await deviceKey.publicKey(), digesting: storage.digesting)
    }
}
