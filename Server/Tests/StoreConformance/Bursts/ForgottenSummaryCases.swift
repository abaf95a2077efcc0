import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let forgottenSummaryCases: [ConformanceCase] = [
        ConformanceCase("What a summary begins with is not forgotten while something unread in it is alive") {
            scene async throws in
            // Nobody's device shows it, so that no delivery is open.
            let told = try await scene.burst(4, lasting: 10)
            let folded = try await scene.tell(at: 5, lasting: 1000)
            func forget() async throws -> Int {
                try await scene.store.forgetNotifications(before: scene.at(50), at: scene.at(100), limit: 9)
            }
            #expect(try await forget() == 3)
            #expect(try await scene.store.notification(told[3].id) != nil)
            try await scene.device(at: 101)
            try await scene.burst(4, at: 102)
            #expect(try await scene.sendAll(at: 102).count == 3)
            let shown = try await scene.sendAll(at: 104)
            #expect(shown.map(\.purpose) == [.show])
            #expect(shown.first?.summary?.count == 2)
            #expect(shown.first?.summary?.id == told[3].id)
            #expect(try await scene.store.notification(folded.id)?.readAt == nil)
        }
    ]
}
