// Signatures: https://developer.apple.com/documentation/widgetkit/activityconfiguration
// Signatures: https://developer.apple.com/documentation/widgetkit/dynamicisland

public import ActivityKit
public import Foundation
public import SwiftUI

@available(iOS 16.1, *)
public struct ActivityViewContext<Attributes> where Attributes: ActivityAttributes {
    public let activityID: String
    public let attributes: Attributes
    public let state: Attributes.ContentState
    @available(iOS 16.2, *) public let isStale: Bool

    @_spi(Testing)
    public init(
        activityID: String = "activity", attributes: Attributes, state: Attributes.ContentState, isStale: Bool = false
    ) {
        (self.activityID, self.attributes, self.state, self.isStale) = (activityID, attributes, state, isStale)
    }
}

@available(iOS 16.1, *)
@MainActor @preconcurrency
public struct ActivityConfiguration<Attributes>: WidgetConfiguration where Attributes: ActivityAttributes {
    public typealias Body = Never
    let view: (ActivityViewContext<Attributes>) -> AnyView
    let island: (ActivityViewContext<Attributes>) -> DynamicIsland

    @MainActor @preconcurrency
    public init<Content>(
        for attributesType: Attributes.Type,
        @ViewBuilder content: @escaping (ActivityViewContext<Attributes>) -> Content,
        dynamicIsland: @escaping (ActivityViewContext<Attributes>) -> DynamicIsland
    ) where Content: View {
        view = { AnyView(content($0)) }
        island = dynamicIsland
    }

    /// The lock screen's content.
    @_spi(Testing)
    public func lockScreen(_ context: ActivityViewContext<Attributes>) -> AnyView { view(context) }

    @_spi(Testing)
    public func dynamicIsland(_ context: ActivityViewContext<Attributes>) -> DynamicIsland { island(context) }
}

@available(iOS 16.2, *)
public enum ActivityPreviewViewKind: Sendable {
    case content
    case dynamicIsland(ActivityPreviewViewKind.DynamicIslandPreviewViewState)
    public enum DynamicIslandPreviewViewState: Hashable, Sendable { case compact, minimal, expanded }
}

extension ActivityAttributes {
    @available(iOS 16.2, *)
    @MainActor @preconcurrency
    public func previewContext(
        _ contentState: ContentState, isStale: Bool = false, viewKind: ActivityPreviewViewKind
    ) -> some View { EmptyView() }
}

@available(iOS 16.1, *)
public struct DynamicIslandMode: Equatable, Sendable {
    let name: String
    public static let expanded = DynamicIslandMode(name: "expanded")
    public static let compactLeading = DynamicIslandMode(name: "compactLeading")
    public static let compactTrailing = DynamicIslandMode(name: "compactTrailing")
    public static let minimal = DynamicIslandMode(name: "minimal")
}

@available(iOS 16.1, *)
public struct DynamicIsland {
    let views: [(mode: DynamicIslandMode, view: () -> AnyView)]

    @MainActor @preconcurrency
    public init<Expanded, CompactLeading, CompactTrailing, Minimal>(
        @DynamicIslandExpandedContentBuilder expanded: @escaping () -> DynamicIslandExpandedContent<Expanded>,
        @ViewBuilder compactLeading: @escaping () -> CompactLeading,
        @ViewBuilder compactTrailing: @escaping () -> CompactTrailing,
        @ViewBuilder minimal: @escaping () -> Minimal
    ) where Expanded: View, CompactLeading: View, CompactTrailing: View, Minimal: View {
        views = [
            (.expanded, { AnyView(expanded().content) }), (.compactLeading, { AnyView(compactLeading()) }),
            (.compactTrailing, { AnyView(compactTrailing()) }), (.minimal, { AnyView(minimal()) }),
        ]
    }

    public func widgetURL(_ url: URL?) -> DynamicIsland { self }
    public func keylineTint(_ color: Color?) -> DynamicIsland { self }
    public func contentMargins(
        _ edges: Edge.Set = .all, _ length: Double, for mode: DynamicIslandMode
    ) -> DynamicIsland { self }

    /// The content of one mode of the island.
    @_spi(Testing)
    public func view(in mode: DynamicIslandMode) -> AnyView? { views.first { $0.mode == mode }?.view() }
}

@available(iOS 16.1, *)
public struct DynamicIslandExpandedContent<Content> where Content: View {
    let content: Content
}

@available(iOS 16.1, *)
public struct DynamicIslandExpandedRegionPosition: Sendable {
    public static let leading = DynamicIslandExpandedRegionPosition()
    public static let trailing = DynamicIslandExpandedRegionPosition()
    public static let center = DynamicIslandExpandedRegionPosition()
    public static let bottom = DynamicIslandExpandedRegionPosition()
}

@available(iOS 16.1, *)
public struct DynamicIslandExpandedRegion<Content> where Content: View {
    let content: Content

    @MainActor @preconcurrency
    public init(
        _ position: DynamicIslandExpandedRegionPosition, priority: Double = 0, @ViewBuilder content: () -> Content
    ) { self.content = content() }

    public func contentMargins(_ edges: Edge.Set = .all, _ length: Double) -> DynamicIslandExpandedRegion<Content> {
        self
    }
}

@available(iOS 16.1, *)
@resultBuilder
public struct DynamicIslandExpandedContentBuilder {
    public static func buildPartialBlock<C>(
        first: DynamicIslandExpandedRegion<C>
    ) -> DynamicIslandExpandedContent<some View> where C: View { DynamicIslandExpandedContent(content: first.content) }

    public static func buildPartialBlock<C>(
        first: DynamicIslandExpandedContent<C>
    ) -> DynamicIslandExpandedContent<some View> where C: View { first }

    public static func buildPartialBlock<C0, C1>(
        accumulated: DynamicIslandExpandedContent<C0>, next: DynamicIslandExpandedRegion<C1>
    ) -> DynamicIslandExpandedContent<some View> where C0: View, C1: View {
        DynamicIslandExpandedContent(content: ViewBuilder.buildBlock(accumulated.content, next.content))
    }

    public static func buildPartialBlock<C0, C1>(
        accumulated: DynamicIslandExpandedContent<C0>, next: DynamicIslandExpandedContent<C1>
    ) -> DynamicIslandExpandedContent<some View> where C0: View, C1: View {
        DynamicIslandExpandedContent(content: ViewBuilder.buildBlock(accumulated.content, next.content))
    }
}

@available(iOS 16.1, *)
public struct DynamicIslandExpandedRegionVerticalPlacement: Equatable, Sendable {
    let name: String
    public static let `default` = DynamicIslandExpandedRegionVerticalPlacement(name: "default")
    public static let belowIfTooWide = DynamicIslandExpandedRegionVerticalPlacement(name: "belowIfTooWide")
}

extension View {
    @available(iOS 16.1, *)
    @MainActor @preconcurrency public func dynamicIsland(
        verticalPlacement: DynamicIslandExpandedRegionVerticalPlacement
    ) -> some View { self }
}
