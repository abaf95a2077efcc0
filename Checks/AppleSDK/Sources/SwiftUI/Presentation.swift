// Signatures: https://developer.apple.com/documentation/swiftui/modal-presentations
// Signatures: https://developer.apple.com/documentation/swiftui/modal-presentations (alerts and dialogs)

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

extension View {
    nonisolated public func alert<A>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A
    ) -> some View where A: View {
        guard isPresented.wrappedValue else { return attaching("alert") }
        return attaching("alert", text: titleKey.string, [actions()])
    }
    nonisolated public func alert<A, M>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View where A: View, M: View {
        guard isPresented.wrappedValue else { return attaching("alert") }
        return attaching("alert", text: titleKey.string, [actions(), message()])
    }
    nonisolated public func alert<A, T>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
        @ViewBuilder actions: (T) -> A
    ) -> some View where A: View {
        guard isPresented.wrappedValue, let data else { return attaching("alert") }
        return attaching("alert", text: titleKey.string, [actions(data)])
    }
    nonisolated public func alert<A, M, T>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
        @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
    ) -> some View where A: View, M: View {
        guard isPresented.wrappedValue, let data else { return attaching("alert") }
        return attaching("alert", text: titleKey.string, [actions(data), message(data)])
    }
    @_disfavoredOverload
    nonisolated public func alert<S, A>(
        _ title: S, isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A
    ) -> some View where S: StringProtocol, A: View {
        guard isPresented.wrappedValue else { return attaching("alert") }
        return attaching("alert", text: String(title), [actions()])
    }
    @_disfavoredOverload
    nonisolated public func alert<S, A, M>(
        _ title: S, isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View where S: StringProtocol, A: View, M: View {
        guard isPresented.wrappedValue else { return attaching("alert") }
        return attaching("alert", text: String(title), [actions(), message()])
    }
    @_disfavoredOverload
    nonisolated public func alert<S, A, T>(
        _ title: S, isPresented: Binding<Bool>, presenting data: T?,
        @ViewBuilder actions: (T) -> A
    ) -> some View where S: StringProtocol, A: View {
        guard isPresented.wrappedValue, let data else { return attaching("alert") }
        return attaching("alert", text: String(title), [actions(data)])
    }
    @_disfavoredOverload
    nonisolated public func alert<S, A, M, T>(
        _ title: S, isPresented: Binding<Bool>, presenting data: T?,
        @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
    ) -> some View where S: StringProtocol, A: View, M: View {
        guard isPresented.wrappedValue, let data else { return attaching("alert") }
        return attaching("alert", text: String(title), [actions(data), message(data)])
    }
    nonisolated public func alert<A>(
        _ title: Text, isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A
    ) -> some View where A: View {
        guard isPresented.wrappedValue else { return attaching("alert") }
        return attaching("alert", text: title.string, [actions()])
    }
    nonisolated public func alert<A, M>(
        _ title: Text, isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View where A: View, M: View {
        guard isPresented.wrappedValue else { return attaching("alert") }
        return attaching("alert", text: title.string, [actions(), message()])
    }
    nonisolated public func alert<A, T>(
        _ title: Text, isPresented: Binding<Bool>, presenting data: T?,
        @ViewBuilder actions: (T) -> A
    ) -> some View where A: View {
        guard isPresented.wrappedValue, let data else { return attaching("alert") }
        return attaching("alert", text: title.string, [actions(data)])
    }
    nonisolated public func alert<A, M, T>(
        _ title: Text, isPresented: Binding<Bool>, presenting data: T?,
        @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
    ) -> some View where A: View, M: View {
        guard isPresented.wrappedValue, let data else { return attaching("alert") }
        return attaching("alert", text: title.string, [actions(data), message(data)])
    }
}

extension View {
    nonisolated public func confirmationDialog<A>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A
    ) -> some View where A: View {
        guard isPresented.wrappedValue else { return attaching("confirmationDialog") }
        return attaching("confirmationDialog", text: titleKey.string, [actions()])
    }
    nonisolated public func confirmationDialog<A, M>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View where A: View, M: View {
        guard isPresented.wrappedValue else { return attaching("confirmationDialog") }
        return attaching("confirmationDialog", text: titleKey.string, [actions(), message()])
    }
    nonisolated public func confirmationDialog<A, T>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        presenting data: T?,
        @ViewBuilder actions: (T) -> A
    ) -> some View where A: View {
        guard isPresented.wrappedValue, let data else { return attaching("confirmationDialog") }
        return attaching("confirmationDialog", text: titleKey.string, [actions(data)])
    }
    nonisolated public func confirmationDialog<A, M, T>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        presenting data: T?,
        @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
    ) -> some View where A: View, M: View {
        guard isPresented.wrappedValue, let data else { return attaching("confirmationDialog") }
        return attaching("confirmationDialog", text: titleKey.string, [actions(data), message(data)])
    }
    @_disfavoredOverload
    nonisolated public func confirmationDialog<S, A>(
        _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A
    ) -> some View where S: StringProtocol, A: View {
        guard isPresented.wrappedValue else { return attaching("confirmationDialog") }
        return attaching("confirmationDialog", text: String(title), [actions()])
    }
    @_disfavoredOverload
    nonisolated public func confirmationDialog<S, A, M>(
        _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View where S: StringProtocol, A: View, M: View {
        guard isPresented.wrappedValue else { return attaching("confirmationDialog") }
        return attaching("confirmationDialog", text: String(title), [actions(), message()])
    }
    @_disfavoredOverload
    nonisolated public func confirmationDialog<S, A, T>(
        _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting data: T?,
        @ViewBuilder actions: (T) -> A
    ) -> some View where S: StringProtocol, A: View {
        guard isPresented.wrappedValue, let data else { return attaching("confirmationDialog") }
        return attaching("confirmationDialog", text: String(title), [actions(data)])
    }
    @_disfavoredOverload
    nonisolated public func confirmationDialog<S, A, M, T>(
        _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting data: T?,
        @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
    ) -> some View where S: StringProtocol, A: View, M: View {
        guard isPresented.wrappedValue, let data else { return attaching("confirmationDialog") }
        return attaching("confirmationDialog", text: String(title), [actions(data), message(data)])
    }
    nonisolated public func confirmationDialog<A>(
        _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A
    ) -> some View where A: View {
        guard isPresented.wrappedValue else { return attaching("confirmationDialog") }
        return attaching("confirmationDialog", text: title.string, [actions()])
    }
    nonisolated public func confirmationDialog<A, M>(
        _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View where A: View, M: View {
        guard isPresented.wrappedValue else { return attaching("confirmationDialog") }
        return attaching("confirmationDialog", text: title.string, [actions(), message()])
    }
    nonisolated public func confirmationDialog<A, T>(
        _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting data: T?,
        @ViewBuilder actions: (T) -> A
    ) -> some View where A: View {
        guard isPresented.wrappedValue, let data else { return attaching("confirmationDialog") }
        return attaching("confirmationDialog", text: title.string, [actions(data)])
    }
    nonisolated public func confirmationDialog<A, M, T>(
        _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting data: T?,
        @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
    ) -> some View where A: View, M: View {
        guard isPresented.wrappedValue, let data else { return attaching("confirmationDialog") }
        return attaching("confirmationDialog", text: title.string, [actions(data), message(data)])
    }
}

extension View {
    nonisolated public func alert<E, A>(
        isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: () -> A
    ) -> some View where E: LocalizedError, A: View {
        guard isPresented.wrappedValue, let error else { return attaching("alert") }
        return attaching("alert", text: error.errorDescription, [actions()])
    }
    nonisolated public func alert<E, A, M>(
        isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: (E) -> A, @ViewBuilder message: (E) -> M
    ) -> some View where E: LocalizedError, A: View, M: View {
        guard isPresented.wrappedValue, let error else { return attaching("alert") }
        return attaching("alert", text: error.errorDescription, [actions(error), message(error)])
    }
}
