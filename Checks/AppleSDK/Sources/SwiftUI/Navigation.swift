// Signatures: https://developer.apple.com/documentation/swiftui/navigation

public import Foundation

public struct NavigationPath: Equatable {
    var elements: [AnyHashable] = []
    public init() {}
    public init<S>(_ elements: S) where S: Sequence, S.Element: Hashable {
        self.elements = elements.map { AnyHashable($0) }
    }
    public var count: Int { elements.count }
    public var isEmpty: Bool { elements.isEmpty }
    public mutating func append<V>(_ value: V) where V: Hashable { elements.append(AnyHashable(value)) }
    public mutating func removeLast(_ k: Int = 1) { elements.removeLast(k) }
}

@available(*, unavailable) extension NavigationPath: Sendable {}

public struct NavigationStack<Data, Root>: _StubView where Root: View {
    nonisolated public let _node: _Node
    @MainActor @preconcurrency public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {
        _node = _Node("NavigationStack", [root()])
    }
    @MainActor @preconcurrency public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root)
    where Data == NavigationPath {
        _node = _Node("NavigationStack", [root()])
    }
    @MainActor @preconcurrency public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
    where
        Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection, Data.Element: Hashable
    {
        _node = _Node(
            "NavigationStack", [root()],
            environment: { $0[TopOfStack.self] = path.wrappedValue.last.map { AnyHashable($0) } })
    }
}

/// The last element of the path of a view's navigation stack.
private enum TopOfStack: EnvironmentKey {
    static var defaultValue: AnyHashable? { nil }
}

public struct NavigationLink<Label, Destination>: _StubView where Label: View, Destination: View {
    nonisolated public let _node: _Node
    nonisolated public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {
        _node = _Node("NavigationLink", [label()])
    }
}

extension NavigationLink where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination) {
        self.init(destination: destination) { Text(titleKey) }
    }
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, @ViewBuilder destination: () -> Destination) where S: StringProtocol {
        self.init(destination: destination) { Text(title) }
    }
}

extension NavigationLink where Destination == Never {
    nonisolated public init<P>(value: P?, @ViewBuilder label: () -> Label) where P: Hashable {
        _node = _Node("NavigationLink", [label()])
    }
    nonisolated public init<P>(_ titleKey: LocalizedStringKey, value: P?) where Label == Text, P: Hashable {
        self.init(value: value) { Text(titleKey) }
    }
    @_disfavoredOverload
    nonisolated public init<S, P>(_ title: S, value: P?) where Label == Text, S: StringProtocol, P: Hashable {
        self.init(value: value) { Text(title) }
    }
}

public struct NavigationSplitViewVisibility: Equatable, Codable, Sendable {
    let name: String
    public static var automatic: NavigationSplitViewVisibility { .init(name: "automatic") }
    public static var all: NavigationSplitViewVisibility { .init(name: "all") }
    public static var doubleColumn: NavigationSplitViewVisibility { .init(name: "doubleColumn") }
    public static var detailOnly: NavigationSplitViewVisibility { .init(name: "detailOnly") }
}

public struct NavigationSplitView<Sidebar, Content, Detail>: _StubView
where Sidebar: View, Content: View, Detail: View {
    nonisolated public let _node: _Node
    @MainActor @preconcurrency public init(
        @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
    ) { _node = _Node("NavigationSplitView", [sidebar(), content(), detail()]) }
    @MainActor @preconcurrency public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
    ) { _node = _Node("NavigationSplitView", [sidebar(), content(), detail()]) }
    @MainActor @preconcurrency public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail)
    where Content == EmptyView { _node = _Node("NavigationSplitView", [sidebar(), detail()]) }
    @MainActor @preconcurrency public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) where Content == EmptyView { _node = _Node("NavigationSplitView", [sidebar(), detail()]) }
}

public struct TabView<SelectionValue, Content>: _StubView where SelectionValue: Hashable, Content: View {
    nonisolated public let _node: _Node
    @MainActor @preconcurrency public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {
        _node = _Node("TabView", [content()])
    }
}

extension TabView where SelectionValue == Int {
    @MainActor @preconcurrency public init(@ViewBuilder content: () -> Content) {
        _node = _Node("TabView", [content()])
    }
}

extension View {
    nonisolated public func tabItem<V>(@ViewBuilder _ label: () -> V) -> some View where V: View {
        attaching("tabItem", [label()])
    }
    nonisolated public func tag<V>(_ tag: V) -> some View where V: Hashable { attaching("tag", text: "\(tag)") }

    nonisolated public func navigationTitle(_ title: Text) -> some View {
        attaching("navigationTitle", text: title.string)
    }
    nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View {
        attaching("navigationTitle", text: titleKey.string)
    }
    @_disfavoredOverload
    nonisolated public func navigationTitle<S>(_ title: S) -> some View where S: StringProtocol {
        attaching("navigationTitle", text: String(title))
    }
    nonisolated public func navigationBarTitleDisplayMode(
        _ displayMode: NavigationBarItem.TitleDisplayMode
    ) -> some View { unchanged() }
    nonisolated public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View { unchanged() }
    nonisolated public func navigationSplitViewColumnWidth(_ width: CGFloat) -> some View { unchanged() }
    nonisolated public func navigationSplitViewStyle<S>(_ style: S) -> some View where S: NavigationSplitViewStyle {
        unchanged()
    }

    nonisolated public func navigationDestination<D, C>(
        for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View where D: Hashable, C: View {
        attaching(
            "navigationDestination",
            lazy: {
                let top = EnvironmentValues.current.values[TopOfStack.self]?.base
                return (top as? D).map { [destination($0)] } ?? []
            })
    }
    nonisolated public func navigationDestination<V>(
        isPresented: Binding<Bool>, @ViewBuilder destination: () -> V
    ) -> some View where V: View {
        attaching("navigationDestination", isPresented.wrappedValue ? [destination()] : [])
    }
    nonisolated public func navigationDestination<D, C>(
        item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View where D: Hashable, C: View {
        attaching("navigationDestination", lazy: { item.wrappedValue.map { [destination($0)] } ?? [] })
    }
}

public struct NavigationBarItem: Sendable {
    public enum TitleDisplayMode: Hashable, Sendable { case automatic, inline, large }
}

public protocol NavigationSplitViewStyle {}
public struct BalancedNavigationSplitViewStyle: NavigationSplitViewStyle { public init() {} }
extension NavigationSplitViewStyle where Self == BalancedNavigationSplitViewStyle {
    public static var balanced: Self { .init() }
}
