// Signatures: https://developer.apple.com/documentation/activitykit/activityattributes
// https://developer.apple.com/documentation/activitykit/activitycontent

public import Foundation

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
