// Signatures: https://developer.apple.com/documentation/swiftui/button

public import Foundation

public struct ButtonRole: Equatable, Sendable {
    let name: String
    public static let destructive = ButtonRole(name: "destructive")
    public static let cancel = ButtonRole(name: "cancel")
}

public struct Button<Label>: _StubView where Label: View {
    nonisolated public let _node: _Node

    @preconcurrency
    nonisolated public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        _node = _Node("Button", [label()], action: action)
    }

    @preconcurrency
    nonisolated public init(
        role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
    ) {
        _node = _Node("Button", [label()], action: action)
    }

    /// For AppIntents, which declares the initializers that take an intent.
    nonisolated public init(_label: Label, _perform: @escaping @MainActor () async -> Void) {
        _node = _Node("Button", [_label], action: _perform)
    }
}

extension Button where Label == Text {
    @preconcurrency
    nonisolated public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { Text(titleKey) }
    }
    @_disfavoredOverload
    @preconcurrency
    nonisolated public init<S>(_ title: S, action: @escaping @MainActor () -> Void) where S: StringProtocol {
        self.init(action: action) { Text(title) }
    }
    @preconcurrency
    nonisolated public init(
        _ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { Text(titleKey) }
    }
    @_disfavoredOverload
    @preconcurrency
    nonisolated public init<S>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void)
    where S: StringProtocol {
        self.init(role: role, action: action) { Text(title) }
    }
}

extension Button where Label == SwiftUI.Label<Text, Image> {
    @preconcurrency
    nonisolated public init(
        _ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void
    ) {
        self.init(action: action) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }
    @_disfavoredOverload
    @preconcurrency
    nonisolated public init<S>(_ title: S, systemImage: String, action: @escaping @MainActor () -> Void)
    where S: StringProtocol {
        self.init(action: action) { SwiftUI.Label(title, systemImage: systemImage) }
    }
    @preconcurrency
    nonisolated public init(
        _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole?,
        action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }
    @_disfavoredOverload
    @preconcurrency
    nonisolated public init<S>(
        _ title: S, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) where S: StringProtocol {
        self.init(role: role, action: action) { SwiftUI.Label(title, systemImage: systemImage) }
    }
}

public struct Label<Title, Icon>: _StubView where Title: View, Icon: View {
    nonisolated public let _node: _Node
    nonisolated public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        _node = _Node("Label", [title(), icon()])
    }
}

extension Label where Title == Text, Icon == Image {
    nonisolated public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
        self.init(title: { Text(titleKey) }, icon: { Image(systemName: name) })
    }
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, systemImage name: String) where S: StringProtocol {
        self.init(title: { Text(title) }, icon: { Image(systemName: name) })
    }
    nonisolated public init(_ titleKey: LocalizedStringKey, image name: String) {
        self.init(title: { Text(titleKey) }, icon: { Image(name) })
    }
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, image name: String) where S: StringProtocol {
        self.init(title: { Text(title) }, icon: { Image(name) })
    }
}

public struct Link<Label>: _StubView where Label: View {
    nonisolated public let _node: _Node
    nonisolated public init(destination: URL, @ViewBuilder label: () -> Label) {
        _node = _Node("Link", [label()], action: { EnvironmentValues.current.values.openURL(destination) })
    }
}

extension Link where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, destination: URL) {
        self.init(destination: destination) { Text(titleKey) }
    }
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, destination: URL) where S: StringProtocol {
        self.init(destination: destination) { Text(title) }
    }
}

public struct Menu<Label, Content>: _StubView where Label: View, Content: View {
    nonisolated public let _node: _Node
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        _node = _Node("Menu", [label(), content()])
    }
    nonisolated public init(
        @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: @escaping () -> Label,
        primaryAction: @escaping () -> Void
    ) {
        _node = _Node("Menu", [label(), content()], action: OnMain(primaryAction).action)
    }
}

extension Menu where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, @ViewBuilder content: () -> Content) where S: StringProtocol {
        self.init(content: content) { Text(title) }
    }
}

extension Menu where Label == SwiftUI.Label<Text, Image> {
    nonisolated public init(
        _ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content
    ) {
        self.init(content: content) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, systemImage: String, @ViewBuilder content: () -> Content)
    where S: StringProtocol {
        self.init(content: content) { SwiftUI.Label(title, systemImage: systemImage) }
    }
}

public struct EditButton: _StubView {
    nonisolated public var _node: _Node { _Node("EditButton") }
    nonisolated public init() {}
}

public struct PasteButton: _StubView {
    nonisolated public let _node: _Node
    nonisolated public init<T>(payloadType: T.Type, onPaste: @escaping @Sendable ([T]) -> Void) where T: Transferable {
        _node = _Node("PasteButton")
    }
}
