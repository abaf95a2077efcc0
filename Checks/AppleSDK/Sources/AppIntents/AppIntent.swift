// Signatures: https://developer.apple.com/documentation/appintents/appintent

public import Foundation

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

/// Never runs: the default of results that open no app.
extension Never: AppIntent {
    public typealias PerformResult = Never
    public static var title: LocalizedStringResource { "Never" }
    public init() { fatalError("Never cannot be made") }
    public func perform() async throws -> Never { fatalError("Never cannot be run") }
}
