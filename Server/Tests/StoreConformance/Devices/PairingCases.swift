import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let pairingCases: [ConformanceCase] = [
        ConformanceCase("A pairing code is good once") { scene in
            try await scene.open(1, for: "ada")
            #expect(try await scene.redeem(1, at: 1) == "ada")
            #expect(try await scene.redeem(1, at: 2) == nil)
        },
        ConformanceCase("A pairing code is good before its end, not at it") { scene in
            for index in [1, 2] as [UInt8] {
                try await scene.open(index, for: "ada")
            }
            #expect(try await scene.redeem(1, at: 299) == "ada")
            #expect(try await scene.redeem(2, at: 300) == nil)
        },
        ConformanceCase("Each code pairs for the user it was made for") { scene in
            try await scene.open(1, for: "ada")
            try await scene.open(2, for: "bob")
            #expect(try await scene.redeem(2, at: 1) == "bob")
            #expect(try await scene.redeem(1, at: 1) == "ada")
        },
        ConformanceCase("Up to the last allowed refusal a code stays good") { scene in
            try await scene.open(1, for: "ada")
            for _ in 0..<4 { #expect(try await scene.redeem(99, at: 1) == nil) }
            #expect(try await scene.redeem(1, at: 2) == "ada")
        },
        ConformanceCase("Too many refusals void every open code") { scene in
            try await scene.open(1, for: "ada")
            try await scene.open(2, for: "bob")
            for _ in 0..<5 { #expect(try await scene.redeem(99, at: 1) == nil) }
            #expect(try await scene.redeem(1, at: 2) == nil)
            #expect(try await scene.redeem(2, at: 2) == nil)
        },
        ConformanceCase("A code made after refusals begins anew") { scene in
            try await scene.open(1, for: "ada")
            for _ in 0..<4 { #expect(try await scene.redeem(99, at: 1) == nil) }
            try await scene.open(2, for: "ada")
            #expect(try await scene.redeem(99, at: 2) == nil)
            #expect(try await scene.redeem(1, at: 3) == nil)
            #expect(try await scene.redeem(2, at: 3) == "ada")
        },
        ConformanceCase("Of a hundred simultaneous uses of a code one is accepted") { scene in
            try await scene.open(1, for: "ada")
            let users = try await inParallel(100) { _ in try await scene.redeem(1, at: 1) }
            #expect(users.count { $0 == "ada" } == 1)
            #expect(users.count { $0 == nil } == 99)
            #expect(try await scene.store.devices(of: "ada").count == 1)
            #expect(try await scene.store.keys().count == 1)
        },
    ]
}

extension Scene {
    /// - Returns: for whom the code was; `nil` when it was refused.
    fileprivate func redeem(_ index: UInt8, at seconds: Int64) async throws -> UserID? {
        switch try await store.redeemPairing(redemption(index, at: seconds), at: at(seconds), attempts: 5) {
        case .accepted(let device, _, _): device.userID
        case .refused: nil
        }
    }
}
