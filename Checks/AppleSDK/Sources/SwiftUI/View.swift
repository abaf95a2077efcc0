// Signatures: https://developer.apple.com/documentation/swiftui/view
// https://developer.apple.com/documentation/swiftui/viewmodifier

public import Foundation

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("Never has no body") }
}

extension View where Body == Never {
    public var body: Never { fatalError("\(Self.self) is drawn by the system and has no body") }
}

@MainActor @preconcurrency
public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>
    @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
}

extension ViewModifier where Body == Never {
    public func body(content: Content) -> Never { fatalError("\(Self.self) is applied by the system") }
}

extension ViewModifier {
    nonisolated public func concat<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}

public struct _ViewModifier_Content<Modifier>: _StubView where Modifier: ViewModifier {
    nonisolated public let _node: _Node
    nonisolated init(_ base: any View) { _node = _Node("Content", [base]) }
}

public struct ModifiedContent<Content, Modifier> {
    public var content: Content
    public var modifier: Modifier
    public init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    public typealias Body = Never
}

extension ModifiedContent: ViewModifier where Content: ViewModifier, Modifier: ViewModifier {}

extension ModifiedContent: Equatable where Content: Equatable, Modifier: Equatable {}

extension ModifiedContent: Sendable where Content: Sendable, Modifier: Sendable {}

extension View {
    nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}

public struct EmptyView: _StubView {
    nonisolated public init() {}
    nonisolated public var _node: _Node { _Node("EmptyView") }
}

public struct AnyView: _StubView {
    nonisolated public let _node: _Node
    nonisolated public init<V>(_ view: V) where V: View { _node = _Node("AnyView", [view]) }
    nonisolated public init<V>(erasing view: V) where V: View { self.init(view) }
}

public struct EmptyModifier: ViewModifier {
    public static let identity = EmptyModifier()
    public typealias Body = Never
    nonisolated public init() {}
}

public struct Group<Content> {
    nonisolated public let _node: _Node
    nonisolated let content: Content
}

extension Group: View, _StubView where Content: View {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder content: () -> Content) {
        self.content = content()
        _node = _Node("Group", [self.content])
    }
}

public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder @MainActor @preconcurrency static var previews: Self.Previews { get }
}

extension View {
    nonisolated public func previewDisplayName(_ value: String?) -> some View { unchanged() }
}

@available(*, unavailable) extension AnyView: Sendable {}
