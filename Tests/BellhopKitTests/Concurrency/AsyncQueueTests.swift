import Foundation
import Testing

@testable import BellhopKit

@Suite("AsyncQueue")
struct AsyncQueueTests {
    @Test("Elements sent before there is a reader arrive once, in order")
    func early() async {
        let mailbox = AsyncQueue<Int>(limit: 8)
        for number in 1...3 { mailbox.append(number) }
        var read: [Int] = []
        for await number in mailbox.stream {
            read.append(number)
            if number == 2 { mailbox.append(4) }
            if number == 4 { break }
        }
        #expect(read == [1, 2, 3, 4])
    }

    @Test("A reader that leaves loses no element")
    func leaving() async {
        let mailbox = AsyncQueue<Int>(limit: 8)
        let reader = Task { await mailbox.next() }
        reader.cancel()
        #expect(await reader.value == nil)
        mailbox.append(1)
        mailbox.append(2)
        for await number in mailbox.stream {
            #expect(number == 1)
            break
        }
        #expect(await mailbox.next() == 2)
    }

    @Test("Beyond the limit the oldest element is dropped")
    func overflow() async {
        let mailbox = AsyncQueue<Int>(limit: 2)
        for number in 1...3 { mailbox.append(number) }
        #expect(await mailbox.next() == 2)
        #expect(await mailbox.next() == 3)
    }

    @Test("Concurrent readers get each element once")
    func sharing() async {
        let mailbox = AsyncQueue<Int>(limit: 1000)
        let all = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<200 { group.addTask { await mailbox.next() } }
            for number in 0..<200 { mailbox.append(number) }
            return await group.reduce(into: Set<Int>()) { if let number = $1 { $0.insert(number) } }
        }
        #expect(all == Set(0..<200))
    }
}

@Suite("LatestResult")
struct LatestResultTests {
    @Test("Results in order are accepted")
    func inOrder() {
        var looks = LatestResult()
        for _ in 0..<3 {
            let look = looks.begin()
            let isNews = looks.accept(look)
            #expect(isNews)
        }
        let (first, second) = (looks.begin(), looks.begin())
        let areNews = [looks.accept(first), looks.accept(second)]
        #expect(areNews == [true, true])
    }

    @Test("A result is rejected after a newer one")
    func overtaken() {
        var looks = LatestResult()
        let (first, second) = (looks.begin(), looks.begin())
        let areNews = [looks.accept(second), looks.accept(first)]
        #expect(areNews == [true, false])
    }
}

@Suite("CompletionOnce")
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

    @Test("CompletionOnce delivers one value, for any number of calls from any thread")
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

    @Test("A handler released without a call is called with the default")
    func released() async {
        let told = Told()
        do { _ = CompletionOnce(otherwise: -1) { told.take($0) } }
        await told.first()
        #expect(told.values == [-1])
    }
}
