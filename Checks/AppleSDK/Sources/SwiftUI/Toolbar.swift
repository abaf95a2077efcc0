// Signatures: https://developer.apple.com/documentation/swiftui/toolbars

public import Foundation

@MainActor @preconcurrency
public protocol ToolbarContent {
    associatedtype Body: ToolbarContent
    @ToolbarContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: ToolbarContent {}

extension ToolbarContent where Body == Never {
    public var body: Never { fatalError("\(Self.self) is drawn by the system and has no body") }
}

public protocol _StubToolbarContent: ToolbarContent where Body == Never {
    nonisolated var _node: _Node { get }
}

@resultBuilder
public struct ToolbarContentBuilder {
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: ToolbarContent { content }
    public static func buildBlock<Content>(_ content: Content) -> some ToolbarContent where Content: ToolbarContent {
        content
    }
    public static func buildBlock<each Content>(_ content: repeat each Content) -> some ToolbarContent
    where repeat each Content: ToolbarContent {
        var parts: [any ToolbarContent] = []
        repeat parts.append(each content)
        return ToolbarParts(parts)
    }
    public static func buildIf<Content>(_ content: Content?) -> Content? where Content: ToolbarContent { content }
    public static func buildEither<T, F>(first: T) -> _ToolbarChoice<T, F> where T: ToolbarContent, F: ToolbarContent {
        _ToolbarChoice(_parts: ToolbarParts([first]))
    }
    public static func buildEither<T, F>(second: F) -> _ToolbarChoice<T, F> where T: ToolbarContent, F: ToolbarContent {
        _ToolbarChoice(_parts: ToolbarParts([second]))
    }
}

struct ToolbarParts: ToolbarContent {
    nonisolated(unsafe) let parts: [any ToolbarContent]
    nonisolated init(_ parts: [any ToolbarContent]) { self.parts = parts }
}

extension ToolbarParts { typealias Body = Never }

public struct _ToolbarChoice<T, F>: ToolbarContent where T: ToolbarContent, F: ToolbarContent {
    public typealias Body = Never
    let _parts: ToolbarParts
    nonisolated init(_parts: ToolbarParts) { self._parts = _parts }
}

extension Optional: ToolbarContent where Wrapped: ToolbarContent {}

public struct ToolbarItemPlacement: Sendable {
    public static let automatic = ToolbarItemPlacement()
    public static let principal = ToolbarItemPlacement()
    public static let navigation = ToolbarItemPlacement()
    public static let primaryAction = ToolbarItemPlacement()
    public static let secondaryAction = ToolbarItemPlacement()
    public static let status = ToolbarItemPlacement()
    public static let confirmationAction = ToolbarItemPlacement()
    public static let cancellationAction = ToolbarItemPlacement()
    public static let destructiveAction = ToolbarItemPlacement()
    public static let keyboard = ToolbarItemPlacement()
    public static let topBarLeading = ToolbarItemPlacement()
    public static let topBarTrailing = ToolbarItemPlacement()
    public static let bottomBar = ToolbarItemPlacement()
}

public struct ToolbarItem<ID, Content>: ToolbarContent where Content: View {
    public typealias Body = Never
    nonisolated public let _node: _Node
}

extension ToolbarItem: _StubToolbarContent {}

extension ToolbarItem where ID == () {
    nonisolated public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        _node = _Node("ToolbarItem", [content()])
    }
}

public struct ToolbarItemGroup<Content>: ToolbarContent, _StubToolbarContent where Content: View {
    public typealias Body = Never
    nonisolated public let _node: _Node
    nonisolated public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        _node = _Node("ToolbarItemGroup", [content()])
    }
}

public struct ToolbarPlacement: Sendable {
    public static var automatic: ToolbarPlacement { .init() }
    public static var navigationBar: ToolbarPlacement { .init() }
    public static var bottomBar: ToolbarPlacement { .init() }
    public static var tabBar: ToolbarPlacement { .init() }
}

/// The views of a toolbar's items.
struct ToolbarViews: View {
    nonisolated(unsafe) let content: any ToolbarContent
    nonisolated init(_ content: any ToolbarContent) { self.content = content }
    var body: some View { Group { ForEach(Self.views(content).map(Shown.init)) { $0.view } } }

    struct Shown: Identifiable {
        let id = UUID()
        let view: AnyView
        init(_ view: any View) { self.view = AnyView(view) }
    }

    static func views(_ content: any ToolbarContent) -> [any View] {
        switch content {
        case let item as any _StubToolbarContent: item._node.children()
        case let parts as ToolbarParts: parts.parts.flatMap(views)
        case let choice as any HasToolbarParts: views(choice.toolbarParts)
        case is any OptionalToolbarContent: (content as? any OptionalToolbarContent)?.wrapped.map(views) ?? []
        default: views(content.body)
        }
    }
}

protocol HasToolbarParts { var toolbarParts: ToolbarParts { get } }
extension _ToolbarChoice: @MainActor HasToolbarParts { var toolbarParts: ToolbarParts { _parts } }
protocol OptionalToolbarContent { var wrapped: (any ToolbarContent)? { get } }
extension Optional: OptionalToolbarContent where Wrapped: ToolbarContent { var wrapped: (any ToolbarContent)? { self } }

extension View {
    nonisolated public func toolbar<Content>(@ViewBuilder content: () -> Content) -> some View where Content: View {
        attaching("toolbar", [content()])
    }
    nonisolated public func toolbar<Content>(@ToolbarContentBuilder content: () -> Content) -> some View
    where Content: ToolbarContent { attaching("toolbar", [ToolbarViews(content())]) }
    nonisolated public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
        unchanged()
    }
    nonisolated public func toolbarBackground<S>(_ style: S, for bars: ToolbarPlacement...) -> some View
    where S: ShapeStyle { unchanged() }
    nonisolated public func toolbarBackground(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
        unchanged()
    }
    nonisolated public func toolbarTitleMenu<C>(@ViewBuilder content: () -> C) -> some View where C: View {
        attaching("toolbarTitleMenu", [content()])
    }
}
