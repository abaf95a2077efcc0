import Testing

@testable import BellhopCore

@Suite("BatchQueue", .timeLimit(.minutes(10)))
struct BatchQueueTests {
    private let box = BatchQueue<Int>()

    @Test("Waiting elements are taken at once, in order, up to a limit")
    func batches() async {
        box.append([1, 2, 3])
        box.append([4])
        #expect(await box.take(atMost: 3) == [1, 2, 3])
        #expect(await box.take(atMost: 3) == [4])
    }

    @Test("Taking from an empty queue waits for the first element")
    func waits() async {
        await withTaskGroup(of: [Int].self) { [box] group in
            group.addTask { await box.take(atMost: 9) }
            box.append([])
            box.append([7])
            #expect(await group.next() == [7])
        }
    }

    @Test("Elements beyond the capacity are rejected")
    func capacity() {
        #expect(box.append([1, 2, 3], capacity: 2) == [3])
        #expect(box.append([4], capacity: 2) == [4])
        #expect(box.count == 2)
    }

    @Test("Elements added ahead are taken before the others, in their own order, also after some were taken")
    func ahead() async {
        box.append([1, 2])
        box.append([10, 11], isAhead: true)
        box.append([3])
        box.append([12], isAhead: true)
        #expect(await box.take(atMost: 2) == [10, 11])
        box.append([13], isAhead: true)
        #expect(await box.take(atMost: 3) == [12, 13, 1])
        box.append([14], isAhead: true)
        #expect(await box.take(atMost: 9) == [14, 2, 3])
        #expect(box.append([4, 5], capacity: 1, isAhead: true) == [5])
    }

    @Test("A closed queue accepts nothing, returns its elements, and then nothing")
    func close() async {
        box.append([1])
        box.close()
        #expect(box.append([2]) == [2])
        #expect(await box.take(atMost: 9) == [1])
        #expect(await box.take(atMost: 9) == [])
    }

    @Test("Closing ends the wait")
    func closeWhileWaiting() async {
        await withTaskGroup(of: [Int].self) { [box] group in
            group.addTask { await box.take(atMost: 9) }
            box.close()
            #expect(await group.next() == [])
        }
    }

    @Test("Draining at close returns the elements that were not taken")
    func closeAndDrain() async {
        box.append([1, 2])
        #expect(box.closeAndDrain() == [1, 2])
        #expect(await box.take(atMost: 9) == [])
    }
}
