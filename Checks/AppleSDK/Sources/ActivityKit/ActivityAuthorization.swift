// Signatures: https://developer.apple.com/documentation/activitykit/activityauthorizationinfo
// https://developer.apple.com/documentation/activitykit/activityauthorizationerror

public import Foundation

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
