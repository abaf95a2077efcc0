// Signatures: https://developer.apple.com/documentation/activitykit/activityattributes
// https://developer.apple.com/documentation/activitykit/activitycontent
// Signatures: https://developer.apple.com/documentation/activitykit/activityauthorizationinfo
// https://developer.apple.com/documentation/activitykit/activityauthorizationerror

public import Foundation
@_exported import Foundation
@_exported import FoundationGaps

@available(iOS 16.1, *)
public protocol ActivityAttributes: Decodable, Encodable {
    associatedtype ContentState: Decodable, Encodable, Hashable
}

@available(iOS 16.1, *)
public enum ActivityStyle: Equatable, Hashable { case standard, transient }

@available(iOS 16.1, *)
public enum ActivityState: Sendable, Codable, Hashable {
    case active, ended, dismissed
    @available(iOS 16.2, *) case stale
    @available(iOS 26.0, *) case pending
}

@available(iOS 16.2, *)
public struct ActivityContent<State> where State: Decodable, State: Encodable, State: Hashable {
    public let state: State
    public let staleDate: Date?
    public let relevanceScore: Double
    public init(state: State, staleDate: Date?, relevanceScore: Double = 0.0) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
    }
}

extension ActivityContent: Sendable where State: Sendable {}

extension ActivityContent: CustomStringConvertible {
    public var description: String { "\(state), stale \(staleDate.map { "\($0)" } ?? "never"), \(relevanceScore)" }
}

@available(iOS 16.1, *)
public struct ActivityUIDismissalPolicy: Equatable, Sendable {
    enum Kind: Equatable { case standard, immediate, after(Date) }
    let kind: Kind
    public static let `default` = ActivityUIDismissalPolicy(kind: .standard)
    public static let immediate = ActivityUIDismissalPolicy(kind: .immediate)
    public static func after(_ date: Date) -> ActivityUIDismissalPolicy { .init(kind: .after(date)) }
}

@available(iOS 16.1, *)
public struct PushType: Equatable {
    let channel: String?
    public static var token: PushType { PushType(channel: nil) }
    @available(iOS 18.0, *)
    public static func channel(_ name: String) -> PushType { PushType(channel: name) }
}

@available(iOS 16.1, *)
public struct AlertConfiguration: Equatable, Sendable {
    public var title: LocalizedStringResource
    public var body: LocalizedStringResource
    public var sound: AlertConfiguration.AlertSound

    public init(
        title: LocalizedStringResource, body: LocalizedStringResource, sound: AlertConfiguration.AlertSound
    ) { (self.title, self.body, self.sound) = (title, body, sound) }

    public struct AlertSound: Equatable, Sendable {
        let name: String?
        public static var `default`: AlertConfiguration.AlertSound { .init(name: nil) }
        public static func named(_ name: String) -> AlertConfiguration.AlertSound { .init(name: name) }
    }
}

@available(iOS 16.1, *)
public final class ActivityAuthorizationInfo {
    public final var areActivitiesEnabled: Bool { ActivityCenter.shared.enabled.value ?? true }
    public final let activityEnablementUpdates: ActivityEnablementUpdates
    @available(iOS 16.2, *)
    public final var frequentPushesEnabled: Bool { ActivityCenter.shared.frequentPushes.value ?? true }
    @available(iOS 16.2, *)
    public final let frequentPushEnablementUpdates: FrequentPushEnablementUpdates

    public init() {
        activityEnablementUpdates = ActivityEnablementUpdates()
        frequentPushEnablementUpdates = FrequentPushEnablementUpdates()
    }

    public struct ActivityEnablementUpdates: AsyncSequence {
        public typealias Element = Bool
        public struct Iterator: AsyncIteratorProtocol {
            var base: AsyncStream<Bool>.Iterator
            public mutating func next() async -> Bool? { await base.next() }
        }
        public func makeAsyncIterator() -> Iterator {
            Iterator(base: ActivityCenter.shared.enabled.stream().makeAsyncIterator())
        }
    }

    @available(iOS 16.2, *)
    public struct FrequentPushEnablementUpdates: AsyncSequence {
        public typealias Element = Bool
        public struct Iterator: AsyncIteratorProtocol {
            var base: AsyncStream<Bool>.Iterator
            public mutating func next() async -> Bool? { await base.next() }
        }
        public func makeAsyncIterator() -> Iterator {
            Iterator(base: ActivityCenter.shared.frequentPushes.stream().makeAsyncIterator())
        }
    }
}

@available(iOS 16.1, *)
public enum ActivityAuthorizationError: CustomNSError, LocalizedError, Equatable, Hashable {
    case attributesTooLarge, unsupported, denied, globalMaximumExceeded, targetMaximumExceeded, unsupportedTarget
    case visibility, persistenceFailure, missingProcessIdentifier, unentitled, malformedActivityIdentifier
    case reconnectNotPermitted

    public static var errorDomain: String { "com.apple.ActivityKit.ActivityAuthorization" }
    public var failureReason: String? { "\(self)" }
}
