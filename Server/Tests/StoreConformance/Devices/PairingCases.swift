import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let pairingCases: [ConformanceCase] = [
        ConformanceCase("A pairing code is good once") { scene in
            try await scene.store.addPairing(codeHash: code(1), user: "ada", expiresAt: scene.at(300))
            #expect(try await scene.redeem(1, at: 1) == .accepted("ada"))
            #expect(try await scene.redeem(1, at: 2) == .refused)
        },
        ConformanceCase("A pairing code is good before its end, not at it") { scene in
            for index in [1, 2] as [UInt8] {
                try await scene.store.addPairing(codeHash: code(index), user: "ada", expiresAt: scene.at(300))
            }
            #expect(try await scene.redeem(1, at: 299) == .accepted("ada"))
            #expect(try await scene.redeem(2, at: 300) == .refused)
        },
        ConformanceCase("Each code pairs for the user it was made for") { scene in
            try await scene.store.addPairing(codeHash: code(1), user: "ada", expiresAt: scene.at(300))
            try await scene.store.addPairing(codeHash: code(2), user: "bob", expiresAt: scene.at(300))
            #expect(try await scene.redeem(2, at: 1) == .accepted("bob"))
            #expect(try await scene.redeem(1, at: 1) == .accepted("ada"))
        },
        ConformanceCase("Up to the last allowed refusal a code stays good") { scene in
            try await scene.store.addPairing(codeHash: code(1), user: "ada", expiresAt: scene.at(300))
            for _ in 0..<4 { #expect(try await scene.redeem(99, at: 1) == .refused) }
            #expect(try await scene.redeem(1, at: 2) == .accepted("ada"))
        },
        ConformanceCase("Too many refusals void every open code") { scene in
            try await scene.store.addPairing(codeHash: code(1), user: "ada", expiresAt: scene.at(300))
            try await scene.store.addPairing(codeHash: code(2), user: "bob", expiresAt: scene.at(300))
            for _ in 0..<5 { #expect(try await scene.redeem(99, at: 1) == .refused) }
            #expect(try await scene.redeem(1, at: 2) == .refused)
            #expect(try await scene.redeem(2, at: 2) == .refused)
        },
        ConformanceCase("A code made after refusals begins anew") { scene in
            try await scene.store.addPairing(codeHash: code(1), user: "ada", expiresAt: scene.at(300))
            for _ in 0..<4 { #expect(try await scene.redeem(99, at: 1) == .refused) }
            try await scene.store.addPairing(codeHash: code(2), user: "ada", expiresAt: scene.at(300))
            #expect(try await scene.redeem(99, at: 2) == .refused)
            #expect(try await scene.redeem(1, at: 3) == .refused)
            #expect(try await scene.redeem(2, at: 3) == .accepted("ada"))
        },
        ConformanceCase("Of a hundred simultaneous uses of a code one is accepted") { scene in
            try await scene.store.addPairing(codeHash: code(1), user: "ada", expiresAt: scene.at(300))
            let attempts = try await inParallel(100) { _ in try await scene.redeem(1, at: 1) }
            #expect(attempts.count { $0 == .accepted("ada") } == 1)
            #expect(attempts.count { $0 == .refused } == 99)
        },
    ]
}

private func code(_ index: UInt8) -> [UInt8] { Array(repeating: index, count: 32) }

extension Scene {
    fileprivate func redeem(_ index: UInt8, at seconds: Int64) async throws -> PairingAttempt {
        try await store.redeemPairing(codeHash: code(index), at: at(seconds), attempts: 5)
    }
}
