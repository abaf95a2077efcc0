import Testing

@testable import BellhopCore

@Suite("Mailbox", .timeLimit(.minutes(10)))
struct MailboxTests {
    private let box = Mailbox<Int>()

    @Test("What has gathered is taken at once, in order, up to a limit")
    func batches() async {
        box.put([1, 2, 3])
        box.put([4])
        #expect(await box.take(atMost: 3) == [1, 2, 3])
        #expect(await box.take(atMost: 3) == [4])
    }

    @Test("Who takes from an empty one waits for the first")
    func waits() async {
        await withTaskGroup(of: [Int].self) { [box] group in
            group.addTask { await box.take(atMost: 9) }
            box.put([])
            box.put([7])
            #expect(await group.next() == [7])
        }
    }

    @Test("Beyond its capacity it takes nothing")
    func capacity() {
        #expect(box.put([1, 2, 3], capacity: 2) == [3])
        #expect(box.put([4], capacity: 2) == [4])
        #expect(box.count == 2)
    }

    @Test("What is put ahead is taken before the rest, in its own order, also when some has been taken")
    func ahead() async {
        box.put([1, 2])
        box.put([10, 11], isAhead: true)
        box.put([3])
        box.put([12], isAhead: true)
        #expect(await box.take(atMost: 2) == [10, 11])
        box.put([13], isAhead: true)
        #expect(await box.take(atMost: 3) == [12, 13, 1])
        box.put([14], isAhead: true)
        #expect(await box.take(atMost: 9) == [14, 2, 3])
        #expect(box.put([4, 5], capacity: 1, isAhead: true) == [5])
    }

    @Test("A closed one takes no more, gives what it has, and then nothing")
    func close() async {
        box.put([1])
        box.close()
        #expect(box.put([2]) == [2])
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

    @Test("Emptied while closing, it gives back what nobody took")
    func closeAndEmpty() async {
        box.put([1, 2])
        #expect(box.closeAndEmpty() == [1, 2])
        #expect(await box.take(atMost: 9) == [])
    }
}
