public import BellhopModel
public import BellhopStore

extension SQLiteStore {
    public func claimDeliveries(
        at time: Timestamp, lease: Timestamp, limit: Int, scope: ClaimScope
    ) async throws -> [ClaimedDelivery] {
        guard limit > 0 else { return [] }
        return try await write(isPatient: true) { [commits] db in
            var claim = Claim(in: db, at: time, until: lease, scope: scope) { commits.isAwaited }
            return try claim.take(limit: limit)
        }
    }

    public func record(_ results: [DeliveryResult], at time: Timestamp) async throws -> Bool {
        guard !results.isEmpty else { return false }
        let isCleared = try await write(isPatient: true) { db in
            var isCleared = false
            for result in results where try db.record(result, at: time) { isCleared = true }
            return isCleared
        }
        for result in results where result.takesBack {
            while try await write({ try $0.revival(by: result, at: time).map($0.revive) ?? false }) {}
        }
        return isCleared
    }

    public func nextDeliveryDue(in scope: ClaimScope) async throws -> Timestamp? {
        try await read { try $0.deliveries.nextDue(in: scope) }
    }

    public func queueDepth() async throws -> Int {
        try await read { try $0.deliveries.depth() }
    }
}

extension DeliveryResult {
    fileprivate var takesBack: Bool { if case .tokensDoubted = device { true } else { false } }
}
