public import BellhopModel

extension BellhopClient {
    /// Makes a key. Its secret is in the reply, this once. Needs an admin's key.
    public func createKey(_ request: KeyRequest) async throws -> CreatedKey {
        try await call(Call(.createKey).sending(request).onlyOnceWhenInDoubt())
    }

    /// All keys, without their secrets. Needs an admin's key.
    public func listKeys() async throws -> [KeyRecord] {
        try await call(Call(.listKeys), as: Page<KeyRecord>.self).items
    }

    /// Needs an admin's key.
    public func revokeKey(_ id: KeyID) async throws {
        _ = try await perform(Call(.revokeKey, id.description))
    }
}
