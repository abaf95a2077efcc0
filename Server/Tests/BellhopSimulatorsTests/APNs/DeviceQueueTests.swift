import BellhopModel
import Testing

@testable import BellhopSimulators

@Suite("The stored pushes of a device")
struct DeviceQueueTests {
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

    /// The pushes for a device that connects `seconds` after the start.
    private func delivered(_ pushes: [DeliveredPush], after seconds: Int = 60) async -> [String] {
        var queue = APNsDeviceQueue()
        for push in pushes { queue.deliver(push, store: true, now: push.receivedAt) }
        let (stream, continuation) = AsyncStream.makeStream(of: DeliveredPush.self)
        _ = queue.attach(continuation, now: start + .seconds(seconds))
        continuation.finish()
        return await stream.reduce(into: []) { $0.append(String(decoding: $1.payload, as: UTF8.self)) }
    }

    @Test("Only the latest push of a topic is stored")
    func latest() async {
        #expect(await delivered([push("a"), push("b", at: 1), push("c", at: 2)]) == ["c"])
    }

    @Test("Topics are stored separately, and delivered oldest first")
    func topics() async {
        let pushes = [push("a", topic: "one"), push("b", topic: "two", at: 1), push("c", topic: "one", at: 2)]
        #expect(await delivered(pushes) == ["b", "c"])
    }

    @Test(
        "A push is stored until its expiration",
        arguments: [("0", 0, false), ("1800000060", 59, true), ("1800000060", 60, false), ("1700000000", 0, false)])
    func expiration(_ expiration: String, _ attachedAfter: Int, _ isDelivered: Bool) async {
        let texts = await delivered([push("a", expiration: expiration)], after: attachedAfter)
        #expect(texts == (isDelivered ? ["a"] : []))
    }

    @Test("A push without an expiration is stored for 30 days", arguments: [(2_591_999, true), (2_592_000, false)])
    func defaultExpiration(_ attachedAfter: Int, _ isDelivered: Bool) async {
        #expect(await delivered([push("a")], after: attachedAfter) == (isDelivered ? ["a"] : []))
    }

    @Test("A push that is not stored removes only a stored push with its collapse id")
    func collapse() async {
        let same = [push("a", collapseID: "x"), push("b", at: 1, expiration: "0", collapseID: "x")]
        let other = [push("a", collapseID: "x"), push("b", at: 1, expiration: "0", collapseID: "y")]
        let none = [push("a", collapseID: "x"), push("b", at: 1, expiration: "0")]
        #expect(await delivered(same) == [])
        #expect(await delivered(other) == ["a"])
        #expect(await delivered(none) == ["a"])
    }

    @Test("A connected device receives pushes immediately, including those that would not be stored")
    func connected() async {
        var queue = APNsDeviceQueue()
        let (stream, continuation) = AsyncStream.makeStream(of: DeliveredPush.self)
        _ = queue.attach(continuation, now: start)
        queue.deliver(push("a", expiration: "0"), store: true, now: start)
        queue.deliver(push("b"), store: false, now: start)
        continuation.finish()
        let texts = await stream.reduce(into: []) { $0.append(String(decoding: $1.payload, as: UTF8.self)) }
        #expect(texts == ["a", "b"])
    }

    @Test("A push after the device has disconnected is stored")
    func away() async {
        var queue = APNsDeviceQueue()
        let (first, gone) = AsyncStream.makeStream(of: DeliveredPush.self)
        _ = queue.attach(gone, now: start)
        gone.finish()
        queue.deliver(push("a"), store: true, now: start)
        let (second, continuation) = AsyncStream.makeStream(of: DeliveredPush.self)
        _ = queue.attach(continuation, now: start)
        continuation.finish()
        #expect(await first.reduce(0) { count, _ in count + 1 } == 0)
        #expect(await second.reduce(0) { count, _ in count + 1 } == 1)
    }
}

@Suite("Devices that connect and disconnect", .timeLimit(.minutes(10)))
struct StoreAndForwardTests {
    private func texts(_ stream: AsyncStream<DeliveredPush>) async -> [String] {
        await stream.reduce(into: []) { $0.append(String(decoding: $1.payload, as: UTF8.self)) }
    }

    @Test("A device that reconnects receives the latest push of each topic")
    func latest() async throws {
        try await APNsBench.run { bench in
            let provider = try await Provider.connect(to: bench.simulator)
            let request = try bench.request()
            for number in 1...3 {
                #expect(await provider.push(request.saying(#"{"aps":{"badge":\#(number)}}"#))?.status == 200)
            }
            let phone = bench.simulator.attach(token: Provider.token)
            #expect(await provider.push(request.saying(#"{"aps":{"badge":4}}"#))?.status == 200)
            await bench.simulator.stop()
            #expect(await texts(phone) == [#"{"aps":{"badge":3}}"#, #"{"aps":{"badge":4}}"#])
        }
    }

    @Test("A push that has expired, or that may not be stored, is not delivered later")
    func expired() async throws {
        try await APNsBench.run { bench in
            let provider = try await Provider.connect(to: bench.simulator)
            let soon = String((bench.now + .seconds(60)).seconds)
            let request = try bench.request()
            #expect(await provider.push(request.with("apns-expiration", soon))?.status == 200)
            let once = request.to(Provider.deviceToken(2)).with("apns-expiration", "0")
            #expect(await provider.push(once)?.status == 200)
            bench.pass(.seconds(60))
            let phones = [Provider.token, Provider.deviceToken(2)].map { bench.simulator.attach(token: $0) }
            await bench.simulator.stop()
            for phone in phones { #expect(await texts(phone) == []) }
        }
    }

    @Test("A refused push is not delivered")
    func refused() async throws {
        try await APNsBench.run { bench in
            let phone = bench.simulator.attach(token: Provider.token)
            let provider = try await Provider.connect(to: bench.simulator)
            expect(try await provider.push(bench.request().with("apns-priority", "7")), .badPriority)
            await bench.simulator.stop()
            #expect(await texts(phone) == [])
        }
    }

    @Test("A second stream for a token ends the first")
    func replaced() async throws {
        try await APNsBench.run { bench in
            let first = bench.simulator.attach(token: Provider.token)
            let second = bench.simulator.attach(token: Provider.token)
            #expect(await texts(first) == [])
            let provider = try await Provider.connect(to: bench.simulator)
            #expect(try await provider.push(bench.request())?.status == 200)
            await bench.simulator.stop()
            #expect(await texts(second).count == 1)
        }
    }

    @Test("A retry is counted by its id on any connection")
    func attempts() async throws {
        try await APNsBench.run { bench in
            let id = DeliveryID.make(at: bench.now)
            let request = try bench.request().with("apns-id", id.description)
            bench.simulator.script(.cutConnection(.processed))
            let first = try await Provider.connect(to: bench.simulator)
            #expect(await first.push(request) == nil)
            let second = try await Provider.connect(to: bench.simulator)
            #expect(await second.push(request)?.status == 200)
            #expect(bench.simulator.attempts(of: id) == 2)
            #expect(bench.simulator.received(for: Provider.token).map(\.connection) == [1, 2])
        }
    }
}
