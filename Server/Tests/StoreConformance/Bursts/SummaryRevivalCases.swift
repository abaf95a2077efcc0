import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let summaryRevivalCases: [ConformanceCase] = [
        ConformanceCase("A shown summary that could not be brought up to date for a doubted death is, once, with all") {
            scene in
            try await scene.device()
            try await scene.burst(4)
            try await scene.sendAll()
            #expect(try await scene.sendAll(at: 2).first?.summary?.count == 1)
            try await scene.burst(1, at: 10)
            let update = try #require(try await scene.claim(at: 12).first)
            try await scene.record(update, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 12)
            try await scene.burst(2, at: 20)
            try await scene.doubtTokens(at: 21)
            let again = try await scene.sendAll(at: 300).filter { $0.device.userID == "ada" }
            #expect(again.map(\.purpose) == [.update])
            #expect(again.first?.summary?.count == 4)
        },
        ConformanceCase("What was folded while a device counted as dead reaches it in the summary that it has") {
            scene in
            try await scene.device()
            try await scene.burst(4)
            try await scene.sendAll()
            try await scene.sendAll(at: 2)
            try await scene.accept(scene.notification(at: 100, thread: "other"))
            let first = try #require(try await scene.claim(at: 100).first)
            try await scene.record(first, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 101)
            try await scene.burst(4, at: 110)
            try await scene.doubtTokens(at: 111)
            let again = try await scene.sendAll(at: 300).filter { $0.device.userID == "ada" }
            #expect(again.count { $0.purpose == .update } == 1)
            #expect(again.first { $0.purpose == .update }?.summary?.count == 2)
            #expect(again.count { $0.purpose == .show } == 4)
        },
    ]
}
