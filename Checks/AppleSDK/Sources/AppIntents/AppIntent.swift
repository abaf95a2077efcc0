// Signatures: https://developer.apple.com/documentation/appintents/appintent
// Signatures: https://developer.apple.com/documentation/appintents/appintentspackage
// Signatures: https://developer.apple.com/documentation/appintents/appshortcutsprovider
// Signatures: https://developer.apple.com/documentation/appintents/intentresult

public import Foundation
@_exported import Foundation
@_exported import FoundationGaps

public protocol PersistentlyIdentifiable {
    static var persistentIdentifier: String { get }
}

extension PersistentlyIdentifiable {
    public static var persistentIdentifier: String { String(describing: Self.self) }
}

public protocol _SupportsAppDependencies {}

@available(iOS 16.0, *)
public protocol AppIntent: PersistentlyIdentifiable, _SupportsAppDependencies, Sendable {
    associatedtype PerformResult: IntentResult
    associatedtype SummaryContent: ParameterSummary
    static var title: LocalizedStringResource { get }
    static var openAppWhenRun: Bool { get }
    static var authenticationPolicy: IntentAuthenticationPolicy { get }
    @available(iOS 17.0, *)
    static var isDiscoverable: Bool { get }
    static var parameterSummary: Self.SummaryContent { get }
    static var description: IntentDescription? { get }
    func perform() async throws -> Self.PerformResult
    init()
}

extension AppIntent {
    public typealias Parameter = IntentParameter
    public typealias Summary = IntentParameterSummary<Self>
    public static var openAppWhenRun: Bool { false }
    public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
    public static var isDiscoverable: Bool { true }
    public static var description: IntentDescription? { nil }
    public static var parameterSummary: some ParameterSummary { IntentParameterSummary<Self>() }
}

@available(iOS 16.0, *)
public protocol SystemIntent: AppIntent {}

@available(iOS 17.0, *)
public protocol LiveActivityIntent: SystemIntent {}

@available(iOS 17.0, *)
public protocol WidgetConfigurationIntent: SystemIntent {}

extension WidgetConfigurationIntent where PerformResult == Never {
    public func perform() async throws -> Never {
        fatalError("The system reads a widget's intent, and does not run it")
    }
}

@available(iOS 16.0, *)
public enum IntentAuthenticationPolicy: Equatable, Hashable, Sendable {
    case alwaysAllowed, requiresAuthentication, requiresLocalDeviceAuthentication
}

@available(iOS 16.0, *)
public struct IntentDescription: ExpressibleByStringLiteral, Sendable {
    public var descriptionText: LocalizedStringResource
    public var categoryName: LocalizedStringResource?
    public var searchKeywords: [LocalizedStringResource]
    public init(
        _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
        searchKeywords: [LocalizedStringResource] = []
    ) {
        (self.descriptionText, self.categoryName, self.searchKeywords) = (descriptionText, categoryName, searchKeywords)
    }
    public init(stringLiteral value: String) { self.init(LocalizedStringResource(stringLiteral: value)) }
}

@available(iOS 16.0, *)
public protocol ParameterSummary {
    associatedtype Intent: AppIntent
}

@available(iOS 16.0, *)
public struct IntentParameterSummary<Intent>: ParameterSummary where Intent: AppIntent {
    public init() {}
    public init(_ summaryString: ParameterSummaryString<Intent>) {}
}

@available(iOS 16.0, *)
public struct ParameterSummaryString<Intent>: ExpressibleByStringInterpolation where Intent: AppIntent {
    public init(stringLiteral value: String) {}
    public init(stringInterpolation: StringInterpolation) {}
    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        public mutating func appendInterpolation<Value>(_ keyPath: KeyPath<Intent, IntentParameter<Value>>) {}
    }
}

/// The default of results that open no app; it never runs.
extension Never: AppIntent {
    public typealias PerformResult = Never
    public static var title: LocalizedStringResource { "Never" }
    public init() { fatalError("Never cannot be made") }
    public func perform() async throws -> Never { fatalError("Never cannot be run") }
}

@available(iOS 17.0, *)
public protocol AppIntentsPackage {
    static var includedPackages: [any AppIntentsPackage.Type] { get }
}

@available(iOS 17.0, *)
extension AppIntentsPackage {
    public static var includedPackages: [any AppIntentsPackage.Type] { [] }
}

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

@available(iOS 16.0, *)
public protocol IntentResult: Sendable {
    associatedtype Value: _IntentValue = Never
    associatedtype OpensAppIntent: AppIntent = Never
    associatedtype Snippet = Never
    associatedtype Dialog = Never
    var value: Self.Value? { get }
}

extension Never: IntentResult {
    public var value: Never? { nil }
}

@available(iOS 16.0, *)
public protocol ReturnsValue<Value>: IntentResult {}
@available(iOS 16.0, *)
public protocol OpensIntent: IntentResult {}
@available(iOS 16.0, *)
public protocol ProvidesDialog: IntentResult {}

@available(iOS 16.0, *)
public struct IntentResultContainer<Value, OpensAppIntent, Snippet, Dialog>: IntentResult, @unchecked Sendable
where Value: _IntentValue, OpensAppIntent: AppIntent {
    // Immutable once an intent has returned it.
    public var value: Value?
    public var dialog: IntentDialog?
    public var opensIntent: OpensAppIntent?
}

extension IntentResultContainer: ReturnsValue {}
extension IntentResultContainer: OpensIntent {}
extension IntentResultContainer: ProvidesDialog where Dialog == IntentDialog {}

extension IntentResult {
    public static func result() -> Self where Self == IntentResultContainer<Never, Never, Never, Never> { .init() }
    public static func result<Value>(value: Value) -> Self
    where Self == IntentResultContainer<Value, Never, Never, Never>, Value: _IntentValue { .init(value: value) }
    public static func result(dialog: IntentDialog) -> Self
    where Self == IntentResultContainer<Never, Never, Never, IntentDialog> { .init(dialog: dialog) }
    public static func result<Value>(value: Value, dialog: IntentDialog) -> Self
    where Self == IntentResultContainer<Value, Never, Never, IntentDialog>, Value: _IntentValue {
        .init(value: value, dialog: dialog)
    }
    public static func result<OpensAppIntent>(opensIntent: OpensAppIntent) -> Self
    where Self == IntentResultContainer<Never, OpensAppIntent, Never, Never>, OpensAppIntent: AppIntent {
        .init(opensIntent: opensIntent)
    }
}
