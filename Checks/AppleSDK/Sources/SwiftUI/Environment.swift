// Signatures: https://developer.apple.com/documentation/swiftui/environment
// https://developer.apple.com/documentation/swiftui/environmentkey
// Signatures: https://developer.apple.com/documentation/swiftui/environmentvalues (the types of its properties)
// Signatures: https://developer.apple.com/documentation/swiftui/environmentvalues

public import Foundation
public import Observation

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Self.Value { get }
}

public struct EnvironmentValues: CustomStringConvertible {
    var values: [ObjectIdentifier: Any] = [:]

    /// The environment of the views whose bodies are being read.
    @TaskLocal static var current = EnvironmentBox(values: EnvironmentValues())

    public init() {}

    public subscript<K>(key: K.Type) -> K.Value where K: EnvironmentKey {
        get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    public subscript<T>(objectType: T.Type) -> T? where T: AnyObject, T: Observable {
        get { values[ObjectIdentifier(objectType)] as? T }
        set { values[ObjectIdentifier(objectType)] = newValue }
    }

    public var description: String { "EnvironmentValues(\(values.count))" }
}

/// Immutable, and only read on the main actor.
struct EnvironmentBox: @unchecked Sendable {
    let values: EnvironmentValues
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    let read: (EnvironmentValues) -> Value

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
        read = { $0[keyPath: keyPath] }
    }

    public var wrappedValue: Value { read(EnvironmentValues.current.values) }
}

extension Environment {
    public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable {
        read = { environment in
            guard let object = environment[objectType] else {
                fatalError("No object of type \(objectType) was put into the environment")
            }
            return object
        }
    }

    public init<T>(_ objectType: T.Type) where Value == T?, T: AnyObject, T: Observable {
        read = { $0[objectType] }
    }
}

extension Environment: @unchecked Sendable where Value: Sendable {
    // Immutable: a key path and its function.
}

extension View {
    nonisolated public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        modifier(_Modifier(_node: _Node("environment", environment: { $0[keyPath: keyPath] = value })))
    }

    nonisolated public func environment<T>(_ object: T?) -> some View where T: AnyObject, T: Observable {
        modifier(_Modifier(_node: _Node("environment", environment: { $0[T.self] = object })))
    }

    nonisolated public func transformEnvironment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
    ) -> some View {
        modifier(_Modifier(_node: _Node("environment", environment: { transform(&$0[keyPath: keyPath]) })))
    }
}

public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }
public enum ColorScheme: CaseIterable, Hashable, Sendable { case light, dark }
public enum ColorSchemeContrast: CaseIterable, Hashable, Sendable { case standard, increased }
public enum UserInterfaceSizeClass: Hashable, Sendable { case compact, regular }
public enum LayoutDirection: CaseIterable, Hashable, Sendable { case leftToRight, rightToLeft }
public enum LegibilityWeight: Hashable, Sendable { case regular, bold }
@frozen public enum Visibility: CaseIterable, Hashable, Sendable { case automatic, visible, hidden }

public enum EditMode: Hashable, Sendable {
    case inactive, transient, active
    public var isEditing: Bool { self != .inactive }
}

public enum DynamicTypeSize: CaseIterable, Comparable, Hashable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
    public var isAccessibilitySize: Bool { self >= .accessibility1 }
}

public struct RedactionReasons: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let placeholder = RedactionReasons(rawValue: 1)
    public static let privacy = RedactionReasons(rawValue: 2)
    public static let invalidated = RedactionReasons(rawValue: 4)
}

@MainActor @preconcurrency
public struct DismissAction {
    let run: @MainActor @Sendable () -> Void
    nonisolated init(run: @escaping @MainActor @Sendable () -> Void) { self.run = run }
    public func callAsFunction() { run() }
}

@MainActor @preconcurrency
public struct DismissSearchAction {
    nonisolated init() {}
    public func callAsFunction() {}
}

@MainActor @preconcurrency
public struct OpenURLAction {
    public struct Result {
        enum Kind { case handled, discarded, system(URL?) }
        let kind: Kind
        public static var handled: Result { Result(kind: .handled) }
        public static var discarded: Result { Result(kind: .discarded) }
        public static var systemAction: Result { Result(kind: .system(nil)) }
        public static func systemAction(_ url: URL) -> Result { Result(kind: .system(url)) }
    }

    nonisolated(unsafe) let handler: (URL) -> Result

    nonisolated public init(handler: @escaping (URL) -> Result) { self.handler = handler }

    public func callAsFunction(_ url: URL) { _ = handler(url) }

    public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) {
        if case .discarded = handler(url).kind { completion(false) } else { completion(true) }
    }
}

public struct RefreshAction: Sendable {
    let action: @Sendable () async -> Void
    public func callAsFunction() async { await action() }
}

@available(*, unavailable) extension OpenURLAction: Sendable {}
@available(*, unavailable) extension OpenURLAction.Result: Sendable {}

/// A key of the system, one for each name.
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
