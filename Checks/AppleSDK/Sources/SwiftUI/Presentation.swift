// Signatures: https://developer.apple.com/documentation/swiftui/modal-presentations

public import Foundation

extension View {
    nonisolated public func sheet<Content>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View where Content: View {
        attaching("sheet", lazy: { isPresented.wrappedValue ? [content()] : [] })
    }
    nonisolated public func sheet<Item, Content>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View where Item: Identifiable, Content: View {
        attaching("sheet", lazy: { item.wrappedValue.map { [content($0)] } ?? [] })
    }
    nonisolated public func fullScreenCover<Content>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View where Content: View {
        attaching("fullScreenCover", lazy: { isPresented.wrappedValue ? [content()] : [] })
    }
    nonisolated public func fullScreenCover<Item, Content>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View where Item: Identifiable, Content: View {
        attaching("fullScreenCover", lazy: { item.wrappedValue.map { [content($0)] } ?? [] })
    }
    nonisolated public func popover<Content>(
        isPresented: Binding<Bool>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds),
        arrowEdge: Edge = .top, @ViewBuilder content: @escaping () -> Content
    ) -> some View where Content: View {
        attaching("popover", lazy: { isPresented.wrappedValue ? [content()] : [] })
    }

    nonisolated public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { unchanged() }
    nonisolated public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View { unchanged() }
    nonisolated public func presentationDetents(
        _ detents: Set<PresentationDetent>, selection: Binding<PresentationDetent>
    ) -> some View { unchanged() }
    nonisolated public func presentationDragIndicator(_ visibility: Visibility) -> some View { unchanged() }
    nonisolated public func presentationCornerRadius(_ cornerRadius: CGFloat?) -> some View { unchanged() }
    nonisolated public func presentationBackground<S>(_ style: S) -> some View where S: ShapeStyle { unchanged() }
}

public struct PresentationDetent: Hashable, Sendable {
    let name: String
    public static let medium = PresentationDetent(name: "medium")
    public static let large = PresentationDetent(name: "large")
    public static func fraction(_ fraction: CGFloat) -> PresentationDetent { .init(name: "fraction \(fraction)") }
    public static func height(_ height: CGFloat) -> PresentationDetent { .init(name: "height \(height)") }
}

public enum PopoverAttachmentAnchor: Sendable {
    public struct Bounds: Sendable { public static let bounds = Bounds() }
    case rect(Bounds)
    case point(UnitPoint)
}
