// Signatures: https://developer.apple.com/documentation/swiftui/lists
// Signatures: https://developer.apple.com/documentation/swiftui/view-modifiers (lists, search, refresh, swipe actions)

public import Foundation

public protocol DynamicViewContent: View {
    associatedtype Data: Collection
    var data: Self.Data { get }
}

public struct ForEach<Data, ID, Content> where Data: RandomAccessCollection, ID: Hashable {
    public var data: Data
    public var content: (Data.Element) -> Content
    nonisolated public let _node: _Node
}

extension ForEach: View, _StubView, DynamicViewContent where Content: View {
    public typealias Body = Never

    nonisolated init(each data: Data, _ content: @escaping (Data.Element) -> Content) {
        self.data = data
        self.content = content
        _node = _Node("ForEach", lazy: { data.map { content($0) } })
    }

    nonisolated public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) { self.init(each: data, content) }
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
    nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.init(each: data, content)
    }
}

extension ForEach where Content: View {
    @_disfavoredOverload
    nonisolated public init<C>(_ data: Binding<C>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content)
    where
        Data == LazyMapSequence<C.Indices, (C.Index, ID)>, ID == C.Element.ID, C: MutableCollection,
        C: RandomAccessCollection, C.Element: Identifiable, C.Index: Hashable
    {
        let indices = data.wrappedValue.indices
        self.init(each: indices.lazy.map { ($0, data.wrappedValue[$0].id) }) { content(data[$0.0]) }
    }
}

extension ForEach where Data == Range<Int>, ID == Int, Content: View {
    nonisolated public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
        self.init(each: data, content)
    }
}

extension DynamicViewContent {
    nonisolated public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent { self }
    nonisolated public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent { self }
}

public struct List<SelectionValue, Content>: _StubView where SelectionValue: Hashable, Content: View {
    nonisolated public let _node: _Node
    @MainActor @preconcurrency public init(
        selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content
    ) {
        _node = _Node("List", [content()])
    }
    @MainActor @preconcurrency public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) {
        _node = _Node("List", [content()])
    }
    @MainActor @preconcurrency public init<Data, RowContent>(
        _ data: Data, selection: Binding<SelectionValue?>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    )
    where
        Content == ForEach<Data, Data.Element.ID, RowContent>, Data: RandomAccessCollection, RowContent: View,
        Data.Element: Identifiable
    { _node = _Node("List", [ForEach(data, content: rowContent)]) }
}

extension List where SelectionValue == Never {
    @MainActor @preconcurrency public init(@ViewBuilder content: () -> Content) { _node = _Node("List", [content()]) }
    @MainActor @preconcurrency public init<Data, RowContent>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    )
    where
        Content == ForEach<Data, Data.Element.ID, RowContent>, Data: RandomAccessCollection, RowContent: View,
        Data.Element: Identifiable
    { _node = _Node("List", [ForEach(data, content: rowContent)]) }
    @MainActor @preconcurrency public init<Data, ID, RowContent>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    )
    where
        Content == ForEach<Data, ID, RowContent>, Data: RandomAccessCollection, ID: Hashable, RowContent: View
    { _node = _Node("List", [ForEach(data, id: id, content: rowContent)]) }
}

public struct Form<Content>: _StubView where Content: View {
    nonisolated public let _node: _Node
    @MainActor @preconcurrency public init(@ViewBuilder content: () -> Content) { _node = _Node("Form", [content()]) }
}

public struct Section<Parent, Content, Footer> {
    nonisolated public let _node: _Node
}

extension Section: View, _StubView where Parent: View, Content: View, Footer: View {
    public typealias Body = Never
    nonisolated public init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
    ) { _node = _Node("Section", [header(), content(), footer()]) }
}

extension Section where Parent == EmptyView, Content: View, Footer: View {
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
        self.init(content: content, header: { EmptyView() }, footer: footer)
    }
}

extension Section where Parent: View, Content: View, Footer == EmptyView {
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
        self.init(content: content, header: header, footer: { EmptyView() })
    }
}

extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    nonisolated public init(@ViewBuilder content: () -> Content) {
        self.init(content: content, header: { EmptyView() }, footer: { EmptyView() })
    }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, @ViewBuilder content: () -> Content) where S: StringProtocol {
        self.init(content: content) { Text(title) }
    }
    nonisolated public init(
        _ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content
    ) { self.init(content: content) { Text(titleKey) } }
}

public struct DisclosureGroup<Label, Content>: _StubView where Label: View, Content: View {
    nonisolated public let _node: _Node
    nonisolated public init(@ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {
        _node = _Node("DisclosureGroup", [label(), content()])
    }
    nonisolated public init(
        isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label
    ) {
        let toggle = Button(_label: label(), _perform: OnMain { isExpanded.wrappedValue.toggle() }.action)
        _node = _Node("DisclosureGroup", lazy: { isExpanded.wrappedValue ? [toggle, content()] : [toggle] })
    }
}

extension DisclosureGroup where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }
    @_disfavoredOverload
    nonisolated public init<S>(_ label: S, @ViewBuilder content: @escaping () -> Content) where S: StringProtocol {
        self.init(content: content) { Text(label) }
    }
    nonisolated public init(
        _ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content
    ) { self.init(isExpanded: isExpanded, content: content) { Text(titleKey) } }
    @_disfavoredOverload
    nonisolated public init<S>(
        _ label: S, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content
    ) where S: StringProtocol { self.init(isExpanded: isExpanded, content: content) { Text(label) } }
}

public struct GroupBox<Label, Content>: _StubView where Label: View, Content: View {
    nonisolated public let _node: _Node
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        _node = _Node("GroupBox", [label(), content()])
    }
}

extension GroupBox where Label == EmptyView {
    nonisolated public init(@ViewBuilder content: () -> Content) { self.init(content: content) { EmptyView() } }
}

extension GroupBox where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }
    @_disfavoredOverload
    nonisolated public init<S>(_ title: S, @ViewBuilder content: () -> Content) where S: StringProtocol {
        self.init(content: content) { Text(title) }
    }
}

extension View {
    nonisolated public func swipeActions<T>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
    ) -> some View where T: View { attaching("swipeActions", [content()]) }
    nonisolated public func contextMenu<MenuItems>(@ViewBuilder menuItems: () -> MenuItems) -> some View
    where MenuItems: View { attaching("contextMenu", [menuItems()]) }
    nonisolated public func contextMenu<M, P>(
        @ViewBuilder menuItems: () -> M, @ViewBuilder preview: () -> P
    ) -> some View where M: View, P: View { attaching("contextMenu", [menuItems()]) }
    nonisolated public func refreshable(
        @_inheritActorContext action: @escaping @Sendable () async -> Void
    ) -> some View { attaching("refreshable", action: { await action() }) }

    nonisolated public func badge(_ count: Int) -> some View {
        attaching("badge", text: count == 0 ? nil : "\(count)")
    }
    nonisolated public func badge(_ label: Text?) -> some View { attaching("badge", text: label?.string) }
    nonisolated public func badge(_ key: LocalizedStringKey?) -> some View { attaching("badge", text: key?.string) }
    @_disfavoredOverload
    nonisolated public func badge<S>(_ label: S?) -> some View where S: StringProtocol {
        attaching("badge", text: label.map { String($0) })
    }

    nonisolated public func listRowInsets(_ insets: EdgeInsets?) -> some View { unchanged() }
    nonisolated public func listRowBackground<V>(_ view: V?) -> some View where V: View { unchanged() }
    nonisolated public func listRowSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View {
        unchanged()
    }
    nonisolated public func listSectionSeparator(
        _ visibility: Visibility, edges: VerticalEdge.Set = .all
    ) -> some View { unchanged() }
    nonisolated public func listRowSpacing(_ spacing: CGFloat?) -> some View { unchanged() }
    nonisolated public func listSectionSpacing(_ spacing: CGFloat) -> some View { unchanged() }
    nonisolated public func headerProminence(_ prominence: Prominence) -> some View { unchanged() }
    nonisolated public func listItemTint(_ tint: Color?) -> some View { unchanged() }
    nonisolated public func deleteDisabled(_ isDisabled: Bool) -> some View { unchanged() }
    nonisolated public func moveDisabled(_ isDisabled: Bool) -> some View { unchanged() }
}

public enum Prominence: Hashable, Sendable { case standard, increased }

extension VerticalEdge {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let top = Set(rawValue: 1)
        public static let bottom = Set(rawValue: 2)
        public static let all: Set = [.top, .bottom]
    }
}

public struct SearchFieldPlacement: Sendable {
    public static let automatic = SearchFieldPlacement()
    public static let toolbar = SearchFieldPlacement()
    public static let sidebar = SearchFieldPlacement()
    public static let navigationBarDrawer = SearchFieldPlacement()
    public static func navigationBarDrawer(displayMode: NavigationBarDrawerDisplayMode) -> SearchFieldPlacement {
        .init()
    }
    public struct NavigationBarDrawerDisplayMode: Sendable {
        public static let automatic = NavigationBarDrawerDisplayMode()
        public static let always = NavigationBarDrawerDisplayMode()
    }
}

public struct SearchScopeActivation: Sendable {
    public static var automatic: SearchScopeActivation { .init() }
    public static var onTextEntry: SearchScopeActivation { .init() }
    public static var onSearchPresentation: SearchScopeActivation { .init() }
}

extension View {
    nonisolated public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
    ) -> some View { attaching("searchable", text: text.wrappedValue) }
    nonisolated public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
    ) -> some View { attaching("searchable", text: text.wrappedValue) }
    @_disfavoredOverload
    nonisolated public func searchable<S>(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: S
    ) -> some View where S: StringProtocol { attaching("searchable", text: text.wrappedValue) }
    nonisolated public func searchable(
        text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic,
        prompt: Text? = nil
    ) -> some View { attaching("searchable", text: text.wrappedValue) }
    nonisolated public func searchSuggestions<S>(@ViewBuilder _ suggestions: () -> S) -> some View where S: View {
        attaching("searchSuggestions", [suggestions()])
    }
    nonisolated public func searchScopes<V, S>(
        _ scope: Binding<V>, @ViewBuilder scopes: () -> S
    ) -> some View where V: Hashable, S: View { attaching("searchScopes", [scopes()]) }
    nonisolated public func searchCompletion(_ completion: String) -> some View { unchanged() }
}
