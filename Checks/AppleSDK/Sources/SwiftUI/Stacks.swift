// Signatures: https://developer.apple.com/documentation/swiftui/layout-fundamentals (stacks, grids, scroll views)

public import Foundation

public struct VStack<Content>: _StubView where Content: View {
    nonisolated public let _node: _Node
    nonisolated public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { _node = _Node("VStack", [content()]) }
}

public struct HStack<Content>: _StubView where Content: View {
    nonisolated public let _node: _Node
    nonisolated public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { _node = _Node("HStack", [content()]) }
}

public struct ZStack<Content>: _StubView where Content: View {
    nonisolated public let _node: _Node
    nonisolated public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        _node = _Node("ZStack", [content()])
    }
}

public struct PinnedScrollableViews: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
    public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}

public struct LazyVStack<Content>: _StubView where Content: View {
    nonisolated public let _node: _Node
    nonisolated public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) { _node = _Node("LazyVStack", [content()]) }
}

public struct LazyHStack<Content>: _StubView where Content: View {
    nonisolated public let _node: _Node
    nonisolated public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) { _node = _Node("LazyHStack", [content()]) }
}

public struct GridItem: Sendable {
    public enum Size: Sendable {
        case fixed(CGFloat)
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }
    public var size: GridItem.Size
    public init(_ size: GridItem.Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
        self.size = size
    }
}

public struct LazyVGrid<Content>: _StubView where Content: View {
    nonisolated public let _node: _Node
    nonisolated public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
    ) { _node = _Node("LazyVGrid", [content()]) }
}

public struct Grid<Content>: _StubView where Content: View {
    nonisolated public let _node: _Node
    nonisolated public init(
        alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) { _node = _Node("Grid", [content()]) }
}

public struct GridRow<Content>: _StubView where Content: View {
    nonisolated public let _node: _Node
    nonisolated public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
        _node = _Node("GridRow", [content()])
    }
}

extension View {
    nonisolated public func gridCellColumns(_ count: Int) -> some View { unchanged() }
    nonisolated public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View { unchanged() }
}

public struct ScrollView<Content>: _StubView where Content: View {
    nonisolated public let _node: _Node
    nonisolated public init(
        _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
    ) { _node = _Node("ScrollView", [content()]) }
}

public struct ScrollViewProxy {
    public func scrollTo<ID>(_ id: ID, anchor: UnitPoint? = nil) where ID: Hashable {}
}

public struct ScrollViewReader<Content>: _StubView where Content: View {
    nonisolated public let _node: _Node
    nonisolated public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
        _node = _Node("ScrollViewReader", lazy: { [content(ScrollViewProxy())] })
    }
}

public struct ViewThatFits<Content>: _StubView where Content: View {
    nonisolated public let _node: _Node
    nonisolated public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
        _node = _Node("ViewThatFits", [content()])
    }
}

public struct Spacer: _StubView, Sendable {
    public var minLength: CGFloat?
    nonisolated public var _node: _Node { _Node("Spacer") }
    nonisolated public init(minLength: CGFloat? = nil) { self.minLength = minLength }
}

public struct Divider: _StubView, Sendable {
    nonisolated public var _node: _Node { _Node("Divider") }
    nonisolated public init() {}
}

public struct GeometryProxy: Sendable {
    public var size: CGSize { CGSize(width: 390, height: 844) }
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }
    public func frame(in coordinateSpace: some CoordinateSpaceProtocol) -> CGRect { CGRect(origin: .zero, size: size) }
}

public protocol CoordinateSpaceProtocol {}
public struct LocalCoordinateSpace: CoordinateSpaceProtocol { public init() {} }
public struct GlobalCoordinateSpace: CoordinateSpaceProtocol { public init() {} }
extension CoordinateSpaceProtocol where Self == LocalCoordinateSpace { public static var local: Self { .init() } }
extension CoordinateSpaceProtocol where Self == GlobalCoordinateSpace { public static var global: Self { .init() } }

public struct GeometryReader<Content>: _StubView where Content: View {
    nonisolated public let _node: _Node
    nonisolated public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {
        _node = _Node("GeometryReader", lazy: { [content(GeometryProxy())] })
    }
}

/// developer.apple.com/documentation/swiftui/layout: only what AnyLayout needs.
public protocol Layout: Sendable {}

public struct VStackLayout: Layout {
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {}
}

public struct HStackLayout: Layout {
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {}
}

public struct AnyLayout: Layout {
    public init<L>(_ layout: L) where L: Layout {}
}

extension Layout {
    nonisolated public func callAsFunction<V>(@ViewBuilder _ content: () -> V) -> some View where V: View {
        Group { content() }
    }
}
