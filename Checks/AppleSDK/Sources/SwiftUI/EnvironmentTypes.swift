// Signatures: https://developer.apple.com/documentation/swiftui/environmentvalues (the types of its properties)

public import Foundation

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
