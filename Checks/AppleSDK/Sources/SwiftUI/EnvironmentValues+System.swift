// Signatures: https://developer.apple.com/documentation/swiftui/environmentvalues

public import Foundation

/// A key of the system's own, one for each name.
extension EnvironmentValues {
    func system<V>(_ name: String, _ standard: V) -> V { named[name] as? V ?? standard }
    mutating func set<V>(_ name: String, _ value: V) { named[name] = value }

    private struct NamedKey: EnvironmentKey {
        static var defaultValue: [String: Any] { [:] }
    }

    private var named: [String: Any] {
        get { self[NamedKey.self] }
        set { self[NamedKey.self] = newValue }
    }
}

extension EnvironmentValues {
    public var scenePhase: ScenePhase {
        get { system("scenePhase", .active) }
        set { set("scenePhase", newValue) }
    }
    public var colorScheme: ColorScheme {
        get { system("colorScheme", .light) }
        set { set("colorScheme", newValue) }
    }
    public var colorSchemeContrast: ColorSchemeContrast { system("colorSchemeContrast", .standard) }
    public var dynamicTypeSize: DynamicTypeSize {
        get { system("dynamicTypeSize", .large) }
        set { set("dynamicTypeSize", newValue) }
    }
    public var horizontalSizeClass: UserInterfaceSizeClass? {
        get { system("horizontalSizeClass", .compact) }
        set { set("horizontalSizeClass", newValue) }
    }
    public var verticalSizeClass: UserInterfaceSizeClass? {
        get { system("verticalSizeClass", .regular) }
        set { set("verticalSizeClass", newValue) }
    }
    public var layoutDirection: LayoutDirection {
        get { system("layoutDirection", .leftToRight) }
        set { set("layoutDirection", newValue) }
    }
    public var isEnabled: Bool {
        get { system("isEnabled", true) }
        set { set("isEnabled", newValue) }
    }
    public var isFocused: Bool { system("isFocused", false) }
    public var isSearching: Bool { system("isSearching", false) }
    public var isPresented: Bool { system("isPresented", false) }
    public var font: Font? {
        get { system("font", nil) }
        set { set("font", newValue) }
    }
    public var lineLimit: Int? {
        get { system("lineLimit", nil) }
        set { set("lineLimit", newValue) }
    }
    public var multilineTextAlignment: TextAlignment {
        get { system("multilineTextAlignment", .leading) }
        set { set("multilineTextAlignment", newValue) }
    }
    public var redactionReasons: RedactionReasons {
        get { system("redactionReasons", []) }
        set { set("redactionReasons", newValue) }
    }
    public var editMode: Binding<EditMode>? {
        get { system("editMode", nil) }
        set { set("editMode", newValue) }
    }
    public var displayScale: CGFloat {
        get { system("displayScale", 2) }
        set { set("displayScale", newValue) }
    }
    public var pixelLength: CGFloat { 1 / displayScale }
}

extension EnvironmentValues {
    public var locale: Locale {
        get { system("locale", .current) }
        set { set("locale", newValue) }
    }
    public var calendar: Calendar {
        get { system("calendar", .current) }
        set { set("calendar", newValue) }
    }
    public var timeZone: TimeZone {
        get { system("timeZone", .current) }
        set { set("timeZone", newValue) }
    }
}

extension EnvironmentValues {
    public var accessibilityReduceMotion: Bool { system("accessibilityReduceMotion", false) }
    public var accessibilityReduceTransparency: Bool { system("accessibilityReduceTransparency", false) }
    public var accessibilityDifferentiateWithoutColor: Bool { system("accessibilityDifferentiateWithoutColor", false) }
    public var accessibilityShowButtonShapes: Bool { system("accessibilityShowButtonShapes", false) }
    public var accessibilityInvertColors: Bool { system("accessibilityInvertColors", false) }
    public var accessibilityVoiceOverEnabled: Bool { system("accessibilityVoiceOverEnabled", false) }
    public var accessibilityEnabled: Bool {
        get { system("accessibilityEnabled", false) }
        set { set("accessibilityEnabled", newValue) }
    }
    public var legibilityWeight: LegibilityWeight? {
        get { system("legibilityWeight", nil) }
        set { set("legibilityWeight", newValue) }
    }
}

extension EnvironmentValues {
    public var dismiss: DismissAction { system("dismiss", DismissAction(run: {})) }
    public var dismissSearch: DismissSearchAction { DismissSearchAction() }
    public var openURL: OpenURLAction {
        get { system("openURL", OpenURLAction { _ in .systemAction }) }
        set { set("openURL", newValue) }
    }
    public var refresh: RefreshAction? { system("refresh", nil) }
}
