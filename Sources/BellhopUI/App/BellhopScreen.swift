#if canImport(UIKit)
import BellhopKit
public import SwiftUI

/// The whole app: five tabs, each with its own way in, and the cards above them.
public struct BellhopScreen: View {
    @Bindable private var navigator: Navigator
    @State private var permission: PermissionModel
    private let app: AppModel
    private let pairing: PairingModel
    private let about: String
    private let debugging: AnyView?
    private let delegateOwner: @MainActor () -> String?

    /// - Parameters:
    ///   - about: the app, its version and the system's, for diagnostics.
    ///   - debugging: a screen of debug builds that settings lead to; `nil` for none.
    ///   - delegateOwner: the type of the notification center's delegate; `nil` when there is none.
    public init(
        _ app: AppModel, pairing: PairingModel, about: String, debugging: AnyView? = nil,
        delegateOwner: @escaping @MainActor () -> String?
    ) {
        self.app = app
        self.pairing = pairing
        self.about = about
        self.debugging = debugging
        self.delegateOwner = delegateOwner
        _navigator = Bindable(app.navigator)
        _permission = State(initialValue: PermissionModel(in: app))
    }

    public var body: some View {
        TabView(selection: $navigator.tab) {
            tab(.pending, "tray") { PendingScreen(in: app) }
                .badge(app.pending.count)
            tab(.sessions, "terminal") { SessionsScreen(in: app) }
            tab(.history, "clock") { HistoryScreen(in: app) }
            tab(.search, "magnifyingglass") { SearchScreen(in: app) }
            tab(.settings, "gearshape") { SettingsScreen(in: app, debugging: debugging) }
        }
        .overlay(alignment: .top) { CardOverlay(app: app) }
        .sheet(isPresented: offersPermission) { PermissionScreen(permission) }
    }

    /// Once the device is paired, and until the person has decided.
    private var offersPermission: Binding<Bool> {
        Binding(
            get: { permission.isOffered },
            set: { isShown in
                if !isShown { permission.putAway() }
            })
    }

    private func tab(_ tab: AppTab, _ symbol: String, @ViewBuilder root: () -> some View) -> some View {
        NavigationStack(path: $navigator[tab]) {
            root().navigationDestination(for: Place.self) { place in screen(place) }
        }
        .tabItem { Label(tab.title, systemImage: symbol) }
        .tag(tab)
    }

    @ViewBuilder private func screen(_ place: Place) -> some View {
        switch place {
        case .ask(let id): AskScreen(id, in: app).id(place)
        case .session(let id, let purpose): SessionScreen(id, purpose, in: app).id(place)
        case .item(let id): ItemScreen(id, in: app).id(place)
        case .message(let id): MessageScreen(id, in: app).id(place)
        case .elsewhere(let route): ElsewhereScreen(route)
        case .permission: PermissionScreen(in: app)
        case .pairing: PairingScreen(pairing)
        case .quiet: QuietScreen(in: app)
        case .topics: TopicsScreen(in: app)
        case .diagnostics: DiagnosticsScreen(in: app, about: about, delegateOwner: delegateOwner)
        }
    }
}

extension AppTab {
    fileprivate var title: String {
        switch self {
        case .pending: Strings.current.tabPending
        case .sessions: Strings.current.tabSessions
        case .history: Strings.current.tabHistory
        case .search: Strings.current.tabSearch
        case .settings: Strings.current.tabSettings
        }
    }
}
#endif
