public import BellhopModel
public import BellhopStore

extension MemoryStore {
    public func addPairing(
        codeHash: [UInt8], user: UserID, expiresAt: Timestamp, idempotency: IdempotencyRecord?
    ) async throws -> OnceResult {
        try run { state in
            try state.once(idempotency) { $0.pairings[codeHash] = PairingCode(user: user, expiresAt: expiresAt) }
        }
    }

    public func redeemPairing(
        _ redemption: PairingRedemption, at time: Timestamp, attempts: Int
    ) async throws -> PairingAttempt {
        try run { state in
            state.pairings = state.pairings.filter { $0.value.expiresAt > time && $0.value.refusals < attempts }
            guard let code = state.pairings[redemption.codeHash] else {
                for hash in state.pairings.keys { state.pairings[hash]?.refusals += 1 }
                return .refused
            }
            guard !state.keys.contains(where: { $0.hash == redemption.keyHash }) else {
                throw StoreUnavailable("there is a key with this hash")
            }
            state.pairings[redemption.codeHash] = nil
            let device = state.enroll(redemption.device(code.user))
            let key = redemption.keyRecord(for: device, at: time)
            state.keys.append((key, redemption.keyHash))
            return .accepted(device, key)
        }
    }
}
