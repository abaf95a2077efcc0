import BellhopModel
import Testing

@testable import BellhopSimulators

@Suite("Store and forward")
struct MailboxTests {
    private let start = Timestamp(seconds: 1_800_000_000)

    private func push(
        _ text: String, topic: String = "com.example.app", at seconds: Int = 0, expiration: String? = nil,
        collapseID: String? = nil
    ) -> DeliveredPush {
        DeliveredPush(
            token: Provider.token,
            headers: PushHeaders(topic: topic, expiration: expiration, collapseID: collapseID),
            payload: Array(text.utf8), receivedAt: start + .seconds(seconds))
    }

    /// What a device gets that attaches `seconds` after the start.
    private func delivered(_ pushes: [DeliveredPush], after seconds: Int = 60) async -> [String] {
        var mailbox = Mailbox()
        for push in pushes { mailbox.post(push, keep: true, now: push.receivedAt) }
        let (stream, continuation) = AsyncStream.makeStream(of: DeliveredPush.self)
        _ = mailbox.attach(continuation, now: start + .seconds(seconds))
        continuation.finish()
        return await stream.reduce(into: []) { $0.append(String(decoding: $1.payload, as: UTF8.self)) }
    }

    @Test("Of a topic only the latest is kept")
    func latest() async {
        #expect(await delivered([push("a"), push("b", at: 1), push("c", at: 2)]) == ["c"])
    }

    @Test("Topics are kept apart, and delivered oldest first")
    func topics() async {
        let pushes = [push("a", topic: "one"), push("b", topic: "two", at: 1), push("c", topic: "one", at: 2)]
        #expect(await delivered(pushes) == ["b", "c"])
    }

    @Test(
        "A push is kept until its expiration",
        arguments: [("0", 0, false), ("1800000060", 59, true), ("1800000060", 60, false), ("1700000000", 0, false)])
    func expiration(_ expiration: String, _ attachedAfter: Int, _ isDelivered: Bool) async {
        let texts = await delivered([push("a", expiration: expiration)], after: attachedAfter)
        #expect(texts == (isDelivered ? ["a"] : []))
    }

    @Test("Without an expiration it is kept for 30 days", arguments: [(2_591_999, true), (2_592_000, false)])
    func defaultExpiration(_ attachedAfter: Int, _ isDelivered: Bool) async {
        #expect(await delivered([push("a")], after: attachedAfter) == (isDelivered ? ["a"] : []))
    }

    @Test("A push that is not kept still replaces what has its collapse id, and nothing else")
    func collapse() async {
        let same = [push("a", collapseID: "x"), push("b", at: 1, expiration: "0", collapseID: "x")]
        let other = [push("a", collapseID: "x"), push("b", at: 1, expiration: "0", collapseID: "y")]
        let none = [push("a", collapseID: "x"), push("b", at: 1, expiration: "0")]
        #expect(await delivered(same) == [])
        #expect(await delivered(other) == ["a"])
        #expect(await delivered(none) == ["a"])
    }

    @Test("While a device is attached, pushes pass through, also those that would not be kept")
    func passing() async {
        var mailbox = Mailbox()
        let (stream, continuation) = AsyncStream.makeStream(of: DeliveredPush.self)
        _ = mailbox.attach(continuation, now: start)
        mailbox.post(push("a", expiration: "0"), keep: true, now: start)
        mailbox.post(push("b"), keep: false, now: start)
        continuation.finish()
        let texts = await stream.reduce(into: []) { $0.append(String(decoding: $1.payload, as: UTF8.self)) }
        #expect(texts == ["a", "b"])
    }

    @Test("What comes after the device has gone is kept for its return")
    func away() async {
        var mailbox = Mailbox()
        let (first, gone) = AsyncStream.makeStream(of: DeliveredPush.self)
        _ = mailbox.attach(gone, now: start)
        gone.finish()
        mailbox.post(push("a"), keep: true, now: start)
        let (second, continuation) = AsyncStream.makeStream(of: DeliveredPush.self)
        _ = mailbox.attach(continuation, now: start)
        continuation.finish()
        #expect(await first.reduce(0) { count, _ in count + 1 } == 0)
        #expect(await second.reduce(0) { count, _ in count + 1 } == 1)
    }
}
