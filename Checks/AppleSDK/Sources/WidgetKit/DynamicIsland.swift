// Signatures: https://developer.apple.com/documentation/widgetkit/dynamicisland

public import Foundation
public import SwiftUI

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

    /// What the island shows in one of its modes.
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
