// Signatures: https://developer.apple.com/documentation/widgetkit/timelineprovider
// https://developer.apple.com/documentation/widgetkit/widgetcenter

public import AppIntents
public import Foundation
public import SwiftUI

@available(iOS 14.0, *)
public struct TimelineEntryRelevance: Codable, Hashable, Sendable {
    public var score: Float
    public var duration: TimeInterval
    public init(score: Float, duration: TimeInterval = 0) { (self.score, self.duration) = (score, duration) }
}

@available(iOS 14.0, *)
public protocol TimelineEntry {
    var date: Date { get }
    var relevance: TimelineEntryRelevance? { get }
}

extension TimelineEntry {
    public var relevance: TimelineEntryRelevance? { nil }
}

@available(iOS 14.0, *)
public struct TimelineReloadPolicy: Equatable, Sendable {
    let date: Date?
    let isNever: Bool
    public static let atEnd = TimelineReloadPolicy(date: nil, isNever: false)
    public static let never = TimelineReloadPolicy(date: nil, isNever: true)
    public static func after(_ date: Date) -> TimelineReloadPolicy { .init(date: date, isNever: false) }
}

@available(iOS 14.0, *)
public struct Timeline<EntryType> where EntryType: TimelineEntry {
    public let entries: [EntryType]
    public let policy: TimelineReloadPolicy
    public init(entries: [EntryType], policy: TimelineReloadPolicy) {
        (self.entries, self.policy) = (entries, policy)
    }
}

@available(iOS 14.0, *)
public struct TimelineProviderContext {
    public let family: WidgetFamily
    public let isPreview: Bool
    public let displaySize: CGSize

    @_spi(Testing)
    public init(family: WidgetFamily, isPreview: Bool = false, displaySize: CGSize = CGSize(width: 158, height: 158)) {
        (self.family, self.isPreview, self.displaySize) = (family, isPreview, displaySize)
    }
}

@available(iOS 14.0, *)
public protocol TimelineProvider {
    associatedtype Entry: TimelineEntry
    typealias Context = TimelineProviderContext
    func placeholder(in context: Self.Context) -> Self.Entry
    @preconcurrency
    func getSnapshot(in context: Self.Context, completion: @escaping @Sendable (Self.Entry) -> Void)
    @preconcurrency
    func getTimeline(in context: Self.Context, completion: @escaping @Sendable (Timeline<Self.Entry>) -> Void)
}

@available(iOS 17.0, *)
public protocol AppIntentTimelineProvider {
    associatedtype Entry: TimelineEntry
    associatedtype Intent: WidgetConfigurationIntent
    typealias Context = TimelineProviderContext
    func placeholder(in context: Self.Context) -> Self.Entry
    func snapshot(for configuration: Self.Intent, in context: Self.Context) async -> Self.Entry
    func timeline(for configuration: Self.Intent, in context: Self.Context) async -> Timeline<Self.Entry>
}

@available(iOS 17.0, *)
public struct AppIntentConfiguration<Intent, Content>: WidgetConfiguration
where Intent: WidgetConfigurationIntent, Content: View {
    public typealias Body = Never
    nonisolated public init<Provider>(
        kind: String, intent: Intent.Type = Intent.self, provider: Provider,
        @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) where Intent == Provider.Intent, Provider: AppIntentTimelineProvider {}
}

@available(iOS 14.0, *)
public struct WidgetInfo: Hashable, Identifiable {
    public let family: WidgetFamily
    public let kind: String
    public var id: WidgetInfo { self }
}

@available(iOS 14.0, *)
public class WidgetCenter: @unchecked Sendable {
    // Guarded by the lock.
    private let lock = NSLock()
    private var kinds: [String] = []
    init() {}

    public static let shared = WidgetCenter()

    public func reloadTimelines(ofKind kind: String) { lock.withLock { kinds.append(kind) } }
    public func reloadAllTimelines() { lock.withLock { kinds.append("*") } }
    public func getCurrentConfigurations(_ completion: @escaping (Result<[WidgetInfo], any Error>) -> Void) {
        completion(.success([]))
    }

    /// Returns and removes the reloaded kinds, `*` for all.
    @_spi(Testing)
    public func takeReloads() -> [String] {
        lock.withLock {
            defer { kinds = [] }
            return kinds
        }
    }
}

@available(iOS 26.0, *)
public protocol WidgetPushHandler {
    init()
    func pushTokenDidChange(_ pushInfo: WidgetPushInfo, widgets: [WidgetInfo])
}

@available(iOS 26.0, *)
public struct WidgetPushInfo: Sendable {
    public let token: Data
    @_spi(Testing) public init(token: Data) { self.token = token }
}

@available(iOS 18.0, *)
public struct ControlInfo: Sendable {
    public let kind: String
}

@available(iOS 18.0, *)
public struct ControlPushInfo: Sendable {
    public let token: Data
}

@available(iOS 18.0, *)
public protocol ControlPushHandler {
    init()
    func pushTokensDidChange(controls: [ControlInfo])
}
