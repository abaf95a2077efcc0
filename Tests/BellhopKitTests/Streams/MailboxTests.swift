import Testing

@testable import BellhopKit

@Suite("AsyncQueue")
struct MailboxTests {
    @Test("what is posted before anybody reads arrives, in order, once")
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

    @Test("a reader that goes away takes nothing with it")
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

    @Test("beyond the limit the oldest goes")
    func overflow() async {
        let mailbox = AsyncQueue<Int>(limit: 2)
        for number in 1...3 { mailbox.append(number) }
        #expect(await mailbox.next() == 2)
        #expect(await mailbox.next() == 3)
    }

    @Test("many readers share, and nobody gets what another got")
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
