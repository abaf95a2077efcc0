// Signatures: https://developer.apple.com/documentation/swiftui/viewbuilder

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
