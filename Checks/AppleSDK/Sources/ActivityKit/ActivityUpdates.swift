// Signatures: https://developer.apple.com/documentation/activitykit/activity (its sequences)

public import Foundation

/// An iterator with a non-mutating `next()`, as in the SDK.
final class Source<Element> {
    var base: AsyncStream<Element>.Iterator
    init(_ stream: AsyncStream<Element>) { base = stream.makeAsyncIterator() }
    func next() async -> Element? { await base.next() }
}

@available(iOS 16.1, *)
extension Activity {
    public static var activityUpdates: ActivityUpdates { ActivityUpdates() }
    public var activityStateUpdates: ActivityStateUpdates { ActivityStateUpdates(channel: record.state) }
    @available(iOS 16.2, *)
    public var contentUpdates: ContentUpdates { ContentUpdates(channel: record.content) }
    public var pushTokenUpdates: PushTokenUpdates { PushTokenUpdates(channel: record.token) }
    @available(iOS 17.2, *)
    public static var pushToStartTokenUpdates: PushTokenUpdates {
        PushTokenUpdates(channel: ActivityCenter.shared.startToken(Attributes.self))
    }

    public struct ActivityUpdates: AsyncSequence {
        public typealias Element = Activity<Attributes>
        public struct Iterator: AsyncIteratorProtocol {
            let source: Source<UncheckedBox<Activity<Attributes>>>
            public func next() async -> Activity<Attributes>? { await source.next()?.value }
        }
        public func makeAsyncIterator() -> Iterator {
            Iterator(source: Source(ActivityCenter.shared.started(Activity<Attributes>.self)))
        }
    }

    public struct ActivityStateUpdates: AsyncSequence {
        public typealias Element = ActivityState
        let channel: Channel<ActivityState>
        public struct Iterator: AsyncIteratorProtocol {
            let source: Source<ActivityState>
            public func next() async -> ActivityState? { await source.next() }
        }
        public func makeAsyncIterator() -> Iterator { Iterator(source: Source(channel.stream())) }
    }

    @available(iOS 16.2, *)
    public struct ContentUpdates: AsyncSequence {
        public typealias Element = ActivityContent<Activity<Attributes>.ContentState>
        let channel: Channel<Element>
        public struct Iterator: AsyncIteratorProtocol {
            let source: Source<ActivityContent<Activity<Attributes>.ContentState>>
            public func next() async -> ActivityContent<Activity<Attributes>.ContentState>? { await source.next() }
        }
        public func makeAsyncIterator() -> Iterator { Iterator(source: Source(channel.stream())) }
    }

    public struct PushTokenUpdates: AsyncSequence {
        public typealias Element = Data
        let channel: Channel<Data>
        public struct Iterator: AsyncIteratorProtocol {
            let source: Source<Data>
            public func next() async -> Data? { await source.next() }
        }
        public func makeAsyncIterator() -> Iterator { Iterator(source: Source(channel.stream(fromCurrent: true))) }
    }
}
