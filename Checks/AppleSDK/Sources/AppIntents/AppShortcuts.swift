// Signatures: https://developer.apple.com/documentation/appintents/appshortcutsprovider

public import Foundation

@available(iOS 16.0, *)
public protocol AppShortcutsProvider {
    @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
}

@available(iOS 16.0, *)
public struct AppShortcut: Sendable {
    public init<Intent>(
        intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource,
        systemImageName: String
    ) where Intent: AppIntent {}
}

@available(iOS 16.0, *)
public enum AppShortcutPhraseToken: Sendable { case applicationName }

@available(iOS 16.0, *)
public struct AppShortcutPhrase<Intent>: ExpressibleByStringInterpolation, Sendable where Intent: AppIntent {
    public init(stringLiteral value: String) {}
    public init(stringInterpolation: StringInterpolation) {}
    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        public mutating func appendInterpolation(_ token: AppShortcutPhraseToken) {}
    }
}

@available(iOS 16.0, *)
@resultBuilder
public enum AppShortcutsBuilder {
    public static func buildBlock(_ components: AppShortcut...) -> [AppShortcut] { components }
}
