import Foundation
import Testing

@testable import BellhopKit

@Suite("A completion handler of the system")
@MainActor
struct CompletionOnceTests {
    private final class Told {
        var values: [Int] = []
        private var waiting: CheckedContinuation<Void, Never>?

        func take(_ value: Int) {
            values.append(value)
            waiting?.resume()
            waiting = nil
        }

        func first() async {
            if values.isEmpty { await withCheckedContinuation { waiting = $0 } }
        }
    }

    @Test("However many call, from wherever: one value arrives")
    func once() async {
        let told = Told()
        let completion = CompletionOnce(otherwise: -1) { told.take($0) }
        await withTaskGroup(of: Void.self) { group in
            for value in 0..<100 { group.addTask { completion.call(value) } }
        }
        await told.first()
        completion.call(1000)
        await Task.yield()
        #expect(told.values.count == 1)
        #expect(told.values.first.map((0..<100).contains) == true)
    }

    @Test("When everybody has let go of it, it is called all the same")
    func letGo() async {
        let told = Told()
        do { _ = CompletionOnce(otherwise: -1) { told.take($0) } }
        await told.first()
        #expect(told.values == [-1])
    }
}
