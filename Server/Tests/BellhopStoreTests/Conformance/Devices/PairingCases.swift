import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let pairingCases: [ConformanceCase] = [
        ConformanceCase("The first key pair for Web Push is kept") { fixture in
            let keys = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 1...8 {
                    group.addTask { try await fixture.store.webPushKey { Secret("key \(number)") }.reveal() }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(keys.count == 1)
            #expect(try await fixture.store.webPushKey { Secret("another") }.reveal() == keys.first)
        },
        ConformanceCase("A pairing code is valid once") { fixture in
            try await fixture.open(1, for: "ada")
            #expect(try await fixture.redeem(1, at: 1) == "ada")
            #expect(try await fixture.redeem(1, at: 2) == nil)
        },
        ConformanceCase("A pairing code is valid before its end, not at it") { fixture in
            for index in [1, 2] as [UInt8] {
                try await fixture.open(index, for: "ada")
            }
            #expect(try await fixture.redeem(1, at: 299) == "ada")
            #expect(try await fixture.redeem(2, at: 300) == nil)
        },
        ConformanceCase("Each code pairs for its user") { fixture in
            try await fixture.open(1, for: "ada")
            try await fixture.open(2, for: "bob")
            #expect(try await fixture.redeem(2, at: 1) == "bob")
            #expect(try await fixture.redeem(1, at: 1) == "ada")
        },
        ConformanceCase("A code is valid up to the last allowed refusal") { fixture in
            try await fixture.open(1, for: "ada")
            for _ in 0..<4 { #expect(try await fixture.redeem(99, at: 1) == nil) }
            #expect(try await fixture.redeem(1, at: 2) == "ada")
        },
        ConformanceCase("Too many refusals invalidate every open code") { fixture in
            try await fixture.open(1, for: "ada")
            try await fixture.open(2, for: "bob")
            for _ in 0..<5 { #expect(try await fixture.redeem(99, at: 1) == nil) }
            #expect(try await fixture.redeem(1, at: 2) == nil)
            #expect(try await fixture.redeem(2, at: 2) == nil)
        },
        ConformanceCase("A code created after refusals has none") { fixture in
            try await fixture.open(1, for: "ada")
            for _ in 0..<4 { #expect(try await fixture.redeem(99, at: 1) == nil) }
            try await fixture.open(2, for: "ada")
            #expect(try await fixture.redeem(99, at: 2) == nil)
            #expect(try await fixture.redeem(1, at: 3) == nil)
            #expect(try await fixture.redeem(2, at: 3) == "ada")
        },
        ConformanceCase("Of a hundred simultaneous uses of a code one is accepted") { fixture in
            try await fixture.open(1, for: "ada")
            let users = try await inParallel(100) { _ in try await fixture.redeem(1, at: 1) }
            #expect(users.count { $0 == "ada" } == 1)
            #expect(users.count { $0 == nil } == 99)
            #expect(try await fixture.store.devices(of: "ada").count == 1)
            #expect(try await fixture.store.keys().count == 1)
        },
    ]
}

extension StoreFixture {
    /// - Returns: the user of the code; `nil` when it was refused.
    fileprivate func redeem(_ index: UInt8, at seconds: Int64) async throws -> UserID? {
        switch try await store.redeemPairing(redemption(index, at: seconds), at: at(seconds), attempts: 5) {
        case .accepted(let device, _, _): device.userID
        case .refused: nil
        }
    }
}

extension ConformanceCase {
    static let redemptionCases: [ConformanceCase] = [
        ConformanceCase("A code registers a device of its user, with its own key") { fixture in
            try await fixture.open(1, for: "bob")
            let (phone, key) = try await fixture.pair(1, at: 5)
            #expect(phone.userID == "bob")
            #expect(try await fixture.store.devices(of: "bob") == [phone])
            #expect(key.role == .device)
            #expect(key.userID == "bob")
            #expect(key.deviceID == phone.id)
            #expect(key.label == phone.name)
            #expect(key.createdAt == fixture.at(5))
            #expect(try await fixture.store.key(hash: code(1)) == key)
        },
        ConformanceCase("A redemption that cannot be stored leaves no device, and the code valid") {
            fixture in
            try await fixture.open(1, for: "ada")
            try await fixture.key(.agent, of: "ada", hash: 9)
            await #expect(throws: StoreUnavailable.self) { try await fixture.pair(1, key: 9, at: 1) }
            #expect(try await fixture.store.devices(of: "ada").isEmpty)
            #expect(try await fixture.store.keys().count == 1)
            _ = try await fixture.pair(1, at: 2)
            #expect(try await fixture.store.devices(of: "ada").count == 1)
        },
        ConformanceCase("A refused code leaves no device and no key") { fixture async throws in
            try await fixture.open(1, for: "ada")
            let wrong = try fixture.redemption(2, at: 1)
            #expect(try await fixture.store.redeemPairing(wrong, at: fixture.at(1), attempts: 5) == .refused)
            #expect(try await fixture.store.users(after: nil, limit: 9, at: fixture.at(1)).isEmpty)
        },
        ConformanceCase("Pairing again with another signing key revokes the former API key") { fixture in
            for index in [1, 2] as [UInt8] { try await fixture.open(index, for: "ada") }
            let (phone, former) = try await fixture.pair(1, token: "shared", at: 1)
            let waiting = try await fixture.tell(at: 2)
            let (again, key) = try await fixture.pair(2, token: "shared", signing: 9, at: 3)
            #expect(again.id == phone.id)
            #expect(again.publicKey != phone.publicKey)
            let keys = try await fixture.store.keys()
            #expect(keys.map(\.id) == [former.id, key.id])
            #expect(keys.map(\.revokedAt) == [fixture.at(3), nil])
            // A new signing key must be confirmed.
            #expect(again.trust == .waiting)
            #expect(try await !fixture.claim(at: 4).map(\.notification.id).contains(waiting.id))
        },
        ConformanceCase("Pairing as another user takes the device over, ends its deliveries and revokes its key") {
            fixture in
            try await fixture.open(1, for: "ada")
            try await fixture.open(2, for: "bob")
            let (phone, former) = try await fixture.pair(1, token: "shared", at: 1)
            try await fixture.tell(at: 2)
            let (sold, key) = try await fixture.pair(2, token: "shared", at: 3)
            #expect(sold.id == phone.id)
            #expect(sold.userID == "bob")
            let revoked = try await fixture.store.keys().filter { $0.revokedAt != nil }
            #expect(revoked.map(\.id) == [former.id])
            #expect(key.userID == "bob")
            #expect(try await fixture.claim(at: 4).isEmpty)
        },
        ConformanceCase("A code repeated under its idempotency key is the first one; the second is invalid") {
            fixture in
            let first = fixture.idempotencyRecord(body: "first")
            let second = fixture.idempotencyRecord(body: "second")
            #expect(try await fixture.open(1, for: "ada", idempotency: first) == .stored)
            #expect(try await fixture.open(2, for: "ada", idempotency: second) == .repeated(first))
            let unknown = try fixture.redemption(2, at: 1)
            #expect(try await fixture.store.redeemPairing(unknown, at: fixture.at(1), attempts: 5) == .refused)
            _ = try await fixture.pair(1, at: 2)
        },
    ]
}

private func code(_ index: UInt8) -> [UInt8] { Array(repeating: index, count: 32) }

extension StoreFixture {
    /// Creates a code that is valid for five minutes.
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
    ///   - key: the seed of the hash of the device's API key; the code's index by default.
    ///   - signing: the seed of its public signing key.
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

    /// Uses a valid code.
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
