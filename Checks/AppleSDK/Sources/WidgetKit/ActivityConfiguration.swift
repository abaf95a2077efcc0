// Signatures: https://developer.apple.com/documentation/widgetkit/activityconfiguration

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

    /// What the lock screen shows.
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
