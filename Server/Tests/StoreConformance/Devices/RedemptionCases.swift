import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let redemptionCases: [ConformanceCase] = [
        ConformanceCase("A code brings in a device of its user, with a key of its own") { scene in
            try await scene.open(1, for: "bob")
            let (phone, key) = try await scene.pair(1, at: 5)
            #expect(phone.userID == "bob")
            #expect(try await scene.store.devices(of: "bob") == [phone])
            #expect(key.role == .device)
            #expect(key.userID == "bob")
            #expect(key.deviceID == phone.id)
            #expect(key.label == phone.name)
            #expect(key.createdAt == scene.at(5))
            #expect(try await scene.store.key(hash: code(1)) == key)
        },
        ConformanceCase("A redemption that cannot be stored whole leaves no device behind, and the code good") {
            scene in
            try await scene.open(1, for: "ada")
            try await scene.key(.agent, of: "ada", hash: 9)
            await #expect(throws: StoreUnavailable.self) { try await scene.pair(1, key: 9, at: 1) }
            #expect(try await scene.store.devices(of: "ada").isEmpty)
            #expect(try await scene.store.keys().count == 1)
            _ = try await scene.pair(1, at: 2)
            #expect(try await scene.store.devices(of: "ada").count == 1)
        },
        ConformanceCase("A refused code leaves no device and no key") { scene async throws in
            try await scene.open(1, for: "ada")
            let wrong = try scene.redemption(2, at: 1)
            #expect(try await scene.store.redeemPairing(wrong, at: scene.at(1), attempts: 5) == .refused)
            #expect(try await scene.store.users(after: nil, limit: 9, at: scene.at(1)).isEmpty)
        },
        ConformanceCase("Who pairs again with another signing key has one good key: the new one") { scene in
            for index in [1, 2] as [UInt8] { try await scene.open(index, for: "ada") }
            let (phone, former) = try await scene.pair(1, token: "shared", at: 1)
            let waiting = try await scene.tell(at: 2)
            let (again, key) = try await scene.pair(2, token: "shared", signing: 9, at: 3)
            #expect(again.id == phone.id)
            #expect(again.publicKey != phone.publicKey)
            let keys = try await scene.store.keys()
            #expect(keys.map(\.id) == [former.id, key.id])
            #expect(keys.map(\.revokedAt) == [scene.at(3), nil])
            // A new key has to be confirmed.
            #expect(again.trust == .waiting)
            #expect(try await !scene.claim(at: 4).map(\.notification.id).contains(waiting.id))
        },
        ConformanceCase("Who pairs as another user takes the device over: what waits ends, the former key is dead") {
            scene in
            try await scene.open(1, for: "ada")
            try await scene.open(2, for: "bob")
            let (phone, former) = try await scene.pair(1, token: "shared", at: 1)
            try await scene.tell(at: 2)
            let (sold, key) = try await scene.pair(2, token: "shared", at: 3)
            #expect(sold.id == phone.id)
            #expect(sold.userID == "bob")
            let revoked = try await scene.store.keys().filter { $0.revokedAt != nil }
            #expect(revoked.map(\.id) == [former.id])
            #expect(key.userID == "bob")
            #expect(try await scene.claim(at: 4).isEmpty)
        },
        ConformanceCase("A code made again under its idempotency key is the first one; the second is good for nothing")
        {
            scene in
            let first = scene.idempotencyRecord(body: "first")
            let second = scene.idempotencyRecord(body: "second")
            #expect(try await scene.open(1, for: "ada", idempotency: first) == .stored)
            #expect(try await scene.open(2, for: "ada", idempotency: second) == .repeated(first))
            let unknown = try scene.redemption(2, at: 1)
            #expect(try await scene.store.redeemPairing(unknown, at: scene.at(1), attempts: 5) == .refused)
            _ = try await scene.pair(1, at: 2)
        },
    ]
}

private func code(_ index: UInt8) -> [UInt8] { Array(repeating: index, count: 32) }

extension Scene {
    /// Makes a code that is good for five minutes.
    @discardableResult
    func open(
        _ index: UInt8, for user: UserID, by creator: KeyID? = nil, id: PairingID? = nil, isRecovery: Bool = false,
        until seconds: Int64 = 300, idempotency: IdempotencyRecord? = nil
    ) async throws -> IdempotentWriteResult {
        try await store.addPairing(
            PairingRecord(
                id: id ?? .make(at: at(0)), codeHash: code(index), userID: user, createdBy: creator,
                expiresAt: at(seconds),
                isRecovery: isRecovery),
            idempotency: idempotency)
    }

    /// - Parameters:
    ///   - key: what the hash of the device's API key is made of; the code's index unless given.
    ///   - signing: what its public signing key is made of.
    func redemption(
        _ index: UInt8, key: UInt8? = nil, token: String? = nil, signing: UInt8 = 7, at seconds: Int64
    ) throws -> PairingRedemption {
        var phone = try unregistered(token: token, at: seconds)
        phone.publicKey = [4] + Array(repeating: signing, count: 64)
        return PairingRedemption(
            codeHash: code(index), keyID: .make(at: at(seconds)), keyHash: code(key ?? index)
        ) { [phone] user in
            var device = phone
            device.userID = user
            return device
        }
    }

    /// Uses a code that is good.
    func pair(
        _ index: UInt8, key: UInt8? = nil, token: String? = nil, signing: UInt8 = 7, at seconds: Int64
    ) async throws -> (Device, KeyRecord) {
        let redemption = try redemption(index, key: key, token: token, signing: signing, at: seconds)
        guard
            case .accepted(let device, let key, _) = try await store.redeemPairing(
                redemption, at: at(seconds), attempts: 5)
        else { throw StoreUnavailable("a code that is good was refused") }
        return (device, key)
    }
}
