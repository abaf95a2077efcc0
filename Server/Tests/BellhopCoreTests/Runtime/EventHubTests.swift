import BellhopModel
import Synchronization
import Testing

@testable import BellhopCore

@Suite("Event hub", .timeLimit(.minutes(10)))
struct EventHubTests {
    private let hub = EventHub()

    @Test("Each subscriber of a user gets each event of that user, in order")
    func broadcast() async {
        let first = hub.subscribe("ada")
        let second = hub.subscribe("ada")
        let other = hub.subscribe("bob")
        for badge in 1...3 { hub.publish(.badge(badge), to: "ada") }
        hub.publish(.badge(9), to: "bob")
        hub.finish()
        #expect(await all(first) == [.badge(1), .badge(2), .badge(3)])
        #expect(await all(second) == [.badge(1), .badge(2), .badge(3)])
        #expect(await all(other) == [.badge(9)])
    }

    @Test("A slow subscriber gets its buffered events and is ended; others continue")
    func overflow() async {
        let lagging = hub.subscribe("ada")
        var lively = hub.subscribe("ada").makeAsyncIterator()
        for badge in 0..<300 {
            hub.publish(.badge(badge), to: "ada")
            #expect(await lively.next() == .badge(badge))
        }
        #expect(hub.subscriberCount == 1)
        #expect(await all(lagging) == (0..<256).map { .badge($0) })
    }

    @Test("All subscribers get the events of concurrent publishers in one order")
    func order() async {
        let (first, second) = (Log(), Log())
        let unsubscribe = [hub.subscribe("ada", first.add), hub.subscribe("ada", second.add)]
        await withTaskGroup(of: Void.self) { [hub] group in
            for publisher in 0..<4 {
                group.addTask {
                    for badge in 0..<500 { hub.publish(.badge(publisher * 1000 + badge), to: "ada") }
                }
            }
        }
        for unsubscribe in unsubscribe { unsubscribe() }
        hub.publish(.badge(0), to: "ada")
        let events = first.events
        #expect(events.count == 2000)
        #expect(second.events == events)
    }

    @Test("A callback that refuses an event is called once more with the end")
    func refusal() {
        let received = Log(limit: 2)
        _ = hub.subscribe("ada", received.add)
        for badge in 1...4 { hub.publish(.badge(badge), to: "ada") }
        #expect(received.events == [.badge(1), .badge(2), nil])
        #expect(hub.subscriberCount == 0)
        hub.finish()
        #expect(received.events.count == 3)
        _ = hub.subscribe("ada", received.add)
        #expect(received.events.suffix(2) == [nil, nil])
    }

    @Test("Releasing the stream unsubscribes")
    func released() {
        do {
            let stream = hub.subscribe("ada")
            #expect(hub.subscriberCount == 1)
            _ = stream
        }
        #expect(hub.subscriberCount == 0)
        #expect(!hub.hasSubscribers("ada"))
    }

    @Test("Badges are wanted only while a subscriber uses them")
    func badges() {
        let waiting = hub.subscribe("ada", wantsBadges: false)
        #expect(hub.hasSubscribers("ada") && !hub.wantsBadges("ada"))
        let screen = hub.subscribe("ada")
        #expect(hub.wantsBadges("ada"))
        withExtendedLifetime((waiting, screen)) {}
    }

    @Test("Cancelling the reading task unsubscribes")
    func cancelled() async {
        await withTaskGroup(of: [ServerEvent].self) { [hub] group in
            let stream = hub.subscribe("ada")
            group.addTask { await all(stream) }
            group.cancelAll()
            #expect(await group.next() == [])
        }
        #expect(hub.subscriberCount == 0)
    }

    @Test("Readers may be cancelled while events are published")
    func cancelledWhilePublishing() async {
        await withTaskGroup(of: Void.self) { [hub] group in
            group.addTask { for badge in 0..<20_000 { hub.publish(.badge(badge), to: "ada") } }
            for _ in 0..<500 {
                let reader = Task { for await _ in hub.subscribe("ada") {} }
                group.addTask { reader.cancel() }
                await reader.value
            }
        }
        #expect(hub.subscriberCount == 0)
    }

    @Test("Finishing the hub ends every stream, and later ones at once")
    func finish() async {
        let before = hub.subscribe("ada")
        hub.finish()
        hub.publish(.badge(1), to: "ada")
        #expect(await all(before) == [])
        #expect(await all(hub.subscribe("ada")) == [])
        #expect(hub.subscriberCount == 0)
    }
}

/// A subscriber that records events, at most `limit`, and the end.
private final class Log: Sendable {
    private let received = Mutex<[ServerEvent?]>([])
    private let limit: Int

    init(limit: Int = .max) { self.limit = limit }

    var events: [ServerEvent?] { received.withLock { $0 } }

    @Sendable func add(_ event: ServerEvent?) -> Bool {
        received.withLock { received in
            guard event == nil || received.count < limit else { return false }
            received.append(event)
            return true
        }
    }
}

private func all(_ stream: AsyncStream<ServerEvent>) async -> [ServerEvent] {
    await stream.reduce(into: []) { $0.append($1) }
}
