// Signatures: https://developer.apple.com/documentation/swiftui/view
// https://developer.apple.com/documentation/swiftui/viewmodifier
// Signatures: https://developer.apple.com/documentation/swiftui/viewbuilder
// Not part of Apple's API: the stubs record texts and closures, so that tests can read a screen and press its buttons.
// Signatures: https://developer.apple.com/documentation/swift/mutablecollection/move(fromoffsets:tooffset:), …/remove(atoffsets:)

@_exported import CoreGraphics
public import Foundation
@_exported import Foundation
@_exported import FoundationGaps

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

@resultBuilder
public struct ViewBuilder {
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: View { content }

    public static func buildBlock() -> EmptyView { EmptyView() }

    public static func buildBlock<Content>(_ content: Content) -> Content where Content: View { content }

    public static func buildBlock<each Content>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
    where repeat each Content: View {
        var children: [any View] = []
        repeat children.append(each content)
        return TupleView((repeat each content), children)
    }

    public static func buildIf<Content>(_ content: Content?) -> Content? where Content: View { content }

    public static func buildEither<TrueContent, FalseContent>(
        first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent> where TrueContent: View, FalseContent: View {
        _ConditionalContent(first)
    }

    public static func buildEither<TrueContent, FalseContent>(
        second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent> where TrueContent: View, FalseContent: View {
        _ConditionalContent(second)
    }

    public static func buildLimitedAvailability<Content>(_ content: Content) -> AnyView where Content: View {
        AnyView(content)
    }
}

public struct TupleView<T>: _StubView {
    nonisolated(unsafe) public var value: T
    nonisolated public let _node: _Node

    nonisolated public init(_ value: T) { self.init(value, []) }

    nonisolated init(_ value: T, _ children: [any View]) {
        self.value = value
        _node = _Node("TupleView", children)
    }
}

public struct _ConditionalContent<TrueContent, FalseContent> {
    nonisolated public let _node: _Node
}

extension _ConditionalContent: View, _StubView where TrueContent: View, FalseContent: View {
    public typealias Body = Never
    nonisolated init(_ content: any View) { _node = _Node("Conditional", [content]) }
}

extension Optional: View, _StubView where Wrapped: View {
    public typealias Body = Never
    nonisolated public var _node: _Node { _Node("Optional", map { [$0] } ?? []) }
}

/// The recorded content of a view that the system draws.
public struct _Node: @unchecked Sendable {
    // Immutable; views are only read on the main actor.
    let kind: String
    let text: String?
    let children: () -> [any View]
    let action: (@MainActor () async -> Void)?
    let environment: ((inout EnvironmentValues) -> Void)?
    /// The binding of a text field.
    var write: (@MainActor (String) -> Void)?

    init(
        _ kind: String, text: String? = nil, _ children: [any View] = [],
        action: (@MainActor () async -> Void)? = nil, environment: ((inout EnvironmentValues) -> Void)? = nil
    ) {
        self.init(kind, text: text, lazy: { children }, action: action, environment: environment)
    }

    init(
        _ kind: String, text: String? = nil, lazy children: @escaping () -> [any View],
        action: (@MainActor () async -> Void)? = nil, environment: ((inout EnvironmentValues) -> Void)? = nil
    ) {
        self.kind = kind
        self.text = text
        self.children = children
        self.action = action
        self.environment = environment
    }
}

/// A view that the system draws.
public protocol _StubView: View where Body == Never {
    nonisolated var _node: _Node { get }
}

/// A modifier that the system applies.
public protocol _StubModifier: ViewModifier where Body == Never {
    nonisolated var _node: _Node { get }
}

public struct _Modifier: _StubModifier {
    public typealias Body = Never
    nonisolated public let _node: _Node
}

extension View {
    /// A modifier that changes only the appearance.
    nonisolated func unchanged() -> Self { self }

    nonisolated func attaching(
        _ kind: String, text: String? = nil, _ children: [any View] = [], action: (@MainActor () async -> Void)? = nil
    ) -> ModifiedContent<Self, _Modifier> {
        modifier(_Modifier(_node: _Node(kind, text: text, children, action: action)))
    }

    nonisolated func attaching(
        _ kind: String, text: String? = nil, lazy children: @escaping () -> [any View],
        action: (@MainActor () async -> Void)? = nil
    ) -> ModifiedContent<Self, _Modifier> {
        modifier(_Modifier(_node: _Node(kind, text: text, lazy: children, action: action)))
    }
}

/// A view's closure, which SwiftUI calls on the main actor whatever its type.
struct OnMain: @unchecked Sendable {
    // Immutable; only called on the main actor.
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }

    var action: @MainActor () async -> Void {
        let copy = self
        return { copy.run() }
    }
}

extension RangeReplaceableCollection where Self: MutableCollection {
    public mutating func remove(atOffsets offsets: IndexSet) {
        for offset in offsets.reversed() { remove(at: index(startIndex, offsetBy: offset)) }
    }
}

extension MutableCollection {
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
        let all = Array(self)
        let moved = source.map { all[$0] }
        let before = all.indices.filter { $0 < destination && !source.contains($0) }.map { all[$0] }
        let after = all.indices.filter { $0 >= destination && !source.contains($0) }.map { all[$0] }
        var position = startIndex
        for element in before + moved + after {
            self[position] = element
            formIndex(after: &position)
        }
    }
}
