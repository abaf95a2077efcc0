// Signatures: https://developer.apple.com/documentation/swiftui/view-modifiers (lists, search, refresh, swipe actions)

public import Foundation

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
