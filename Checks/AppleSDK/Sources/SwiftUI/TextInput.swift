// Signatures: https://developer.apple.com/documentation/swiftui/text-input-and-output

public import Foundation
public import UIKit

public struct TextField<Label>: _StubView where Label: View {
    nonisolated public let _node: _Node
    nonisolated public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        _node = .field(text, label())
    }
    nonisolated public init(
        text: Binding<String>, prompt: Text? = nil, axis: Axis, @ViewBuilder label: () -> Label
    ) { _node = .field(text, label()) }
}

extension TextField where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
        self.init(text: text) { Text(titleKey) }
    }
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, text: Binding<String>) where S: StringProtocol {
        self.init(text: text) { Text(title) }
    }
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
        self.init(text: text) { Text(titleKey) }
    }
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, text: Binding<String>, prompt: Text?) where S: StringProtocol {
        self.init(text: text) { Text(title) }
    }
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis) {
        self.init(text: text) { Text(titleKey) }
    }
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, text: Binding<String>, axis: Axis) where S: StringProtocol {
        self.init(text: text) { Text(title) }
    }
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?, axis: Axis) {
        self.init(text: text) { Text(titleKey) }
    }
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, text: Binding<String>, prompt: Text?, axis: Axis) where S: StringProtocol {
        self.init(text: text) { Text(title) }
    }
}

extension TextField where Label == Text {
    nonisolated public init<F>(
        _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
    ) where F: ParseableFormatStyle, F.FormatOutput == String {
        _node = _Node("TextField", text: format.format(value.wrappedValue), [Text(titleKey)])
    }
    @_disfavoredOverload
    nonisolated public init<S, F>(
        _ title: S, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
    ) where S: StringProtocol, F: ParseableFormatStyle, F.FormatOutput == String {
        _node = _Node("TextField", text: format.format(value.wrappedValue), [Text(title)])
    }
}

public struct SecureField<Label>: _StubView where Label: View {
    nonisolated public let _node: _Node
    nonisolated public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        _node = _Node("SecureField", [label()])
    }
}

extension SecureField where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
        self.init(text: text) { Text(titleKey) }
    }
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, text: Binding<String>) where S: StringProtocol {
        self.init(text: text) { Text(title) }
    }
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
        self.init(text: text) { Text(titleKey) }
    }
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, text: Binding<String>, prompt: Text?) where S: StringProtocol {
        self.init(text: text) { Text(title) }
    }
}

public struct TextEditor: _StubView {
    nonisolated public let _node: _Node
    nonisolated public init(text: Binding<String>) { _node = _Node("TextEditor", text: text.wrappedValue) }
}

public struct SubmitTriggers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let text = SubmitTriggers(rawValue: 1)
    public static let search = SubmitTriggers(rawValue: 2)
}

public struct SubmitLabel: Sendable {
    public static var done: SubmitLabel { .init() }
    public static var go: SubmitLabel { .init() }
    public static var send: SubmitLabel { .init() }
    public static var join: SubmitLabel { .init() }
    public static var route: SubmitLabel { .init() }
    public static var search: SubmitLabel { .init() }
    public static var `return`: SubmitLabel { .init() }
    public static var next: SubmitLabel { .init() }
    public static var `continue`: SubmitLabel { .init() }
}

public struct TextInputAutocapitalization: Sendable {
    public static var never: TextInputAutocapitalization { .init() }
    public static var words: TextInputAutocapitalization { .init() }
    public static var sentences: TextInputAutocapitalization { .init() }
    public static var characters: TextInputAutocapitalization { .init() }
}

extension View {
    nonisolated public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View {
        attaching("onSubmit", action: OnMain(action).action)
    }
    nonisolated public func submitLabel(_ submitLabel: SubmitLabel) -> some View { unchanged() }
    nonisolated public func textInputAutocapitalization(
        _ autocapitalization: TextInputAutocapitalization?
    ) -> some View { unchanged() }
    nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View { unchanged() }
    nonisolated public func keyboardType(_ type: UIKeyboardType) -> some View { unchanged() }
    nonisolated public func textContentType(_ textContentType: UITextContentType?) -> some View { unchanged() }
    nonisolated public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View { unchanged() }
}

public struct ScrollDismissesKeyboardMode: Sendable {
    public static var automatic: ScrollDismissesKeyboardMode { .init() }
    public static var immediately: ScrollDismissesKeyboardMode { .init() }
    public static var interactively: ScrollDismissesKeyboardMode { .init() }
    public static var never: ScrollDismissesKeyboardMode { .init() }
}

@propertyWrapper
public struct FocusState<Value>: DynamicProperty where Value: Hashable {
    @propertyWrapper
    public struct Binding {
        let box: Box<Value>
        public var wrappedValue: Value {
            get { box.value }
            nonmutating set { box.value = newValue }
        }
        public var projectedValue: FocusState<Value>.Binding { self }
    }

    let box: Box<Value>
    public init() where Value == Bool { box = Box(false) }
    public init<T>() where Value == T?, T: Hashable { box = Box(nil) }
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
    public var projectedValue: FocusState<Value>.Binding { Binding(box: box) }
}

extension View {
    nonisolated public func focused(_ condition: FocusState<Bool>.Binding) -> some View { unchanged() }
    nonisolated public func focused<Value>(
        _ binding: FocusState<Value>.Binding, equals value: Value
    ) -> some View where Value: Hashable { unchanged() }
}

extension _Node {
    fileprivate static func field(_ text: Binding<String>, _ label: any View) -> _Node {
        var node = _Node("TextField", text: text.wrappedValue, [label])
        node.write = { text.wrappedValue = $0 }
        return node
    }
}
