import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    /// The scene begins on 2027-01-15 at 09:00 on the clocks of Zürich.
    static let releaseCases: [ConformanceCase] = [
        ConformanceCase("What quiet hours held is released at their end, and no more at once than of a burst") {
            scene in
            try await scene.device()
            try await scene.quiet("08:00", "10:00")
            for minute in 0..<10 { try await scene.tell(at: Int64(minute) * 300, lasting: 7200) }
            #expect(try await scene.store.nextDeliveryDue() == scene.at(3600))
            #expect(try await scene.claim(at: 3599).isEmpty)
            #expect(try await scene.sendAll(at: 3600).count == 3)
            let folded = try await scene.sendAll(at: 3602)
            #expect(folded.map(\.summary?.count) == [7])
        },
        ConformanceCase("What comes right after the release joins its summary") { scene in
            try await scene.device()
            try await scene.quiet("08:00", "10:00")
            for second in 0..<4 { try await scene.tell(at: Int64(second), lasting: 7200) }
            try await scene.sendAll(at: 3602)
            try await scene.tell(at: 3610)
            let update = try await scene.sendAll(at: 3612)
            #expect(update.map(\.purpose) == [.update])
            #expect(update.first?.summary?.count == 2)
        },
    ]
}
