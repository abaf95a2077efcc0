// Signatures: https://developer.apple.com/documentation/appintents/intentparameter

public import Foundation

/// The types of an intent's parameters and results.
@available(iOS 16.0, *)
public protocol _IntentValue {
    associatedtype UnwrappedType = Self
    associatedtype ValueType = Self
}

extension Never: _IntentValue {}
extension Bool: _IntentValue {}
extension Int: _IntentValue {}
extension Double: _IntentValue {}
extension String: _IntentValue {}
extension Date: _IntentValue {}
extension URL: _IntentValue {}
extension Optional: _IntentValue where Wrapped: _IntentValue {
    public typealias UnwrappedType = Wrapped.UnwrappedType
    public typealias ValueType = Wrapped.ValueType
}
extension Array: _IntentValue where Element: _IntentValue {}

@available(iOS 16.0, *)
@propertyWrapper
public final class IntentParameter<Value>: @unchecked Sendable where Value: _IntentValue, Value: Sendable {
    public final let title: LocalizedStringResource
    // Guarded by the lock.
    private let lock = NSLock()
    private var value: Value?

    init(title: LocalizedStringResource, value: Value?) {
        self.title = title
        self.value = value
    }

    public final var projectedValue: IntentParameter<Value> { self }
    public final var wrappedValue: Value {
        get {
            guard let value = lock.withLock({ value }) else {
                fatalError("Nothing was given for the parameter “\(title.key)”")
            }
            return value
        }
        set { lock.withLock { value = newValue } }
    }

    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil, requestValueDialog: IntentDialog? = nil
    ) { self.init(title: title, value: defaultValue as? Value) }

    public convenience init(title: LocalizedStringResource) { self.init(title: title, value: nil) }

    public final func needsValueError(_ dialog: IntentDialog? = nil) -> any Error { AppIntentError() }
}

@available(iOS 16.0, *)
public struct AppIntentError: Error {}

@available(iOS 16.0, *)
public struct IntentDialog: ExpressibleByStringInterpolation, Sendable {
    let text: String
    public init(_ string: LocalizedStringResource) { text = String(localized: string) }
    public init(full: LocalizedStringResource, supporting: LocalizedStringResource) { self.init(full) }
    public init(stringLiteral value: String) { text = value }
}

@available(iOS 16.0, *)
public struct TypeDisplayRepresentation: ExpressibleByStringLiteral, Sendable {
    public var name: LocalizedStringResource
    public init(name: LocalizedStringResource) { self.name = name }
    public init(stringLiteral value: String) { name = LocalizedStringResource(stringLiteral: value) }
}

@available(iOS 16.0, *)
public struct DisplayRepresentation: ExpressibleByStringLiteral, Sendable {
    public var title: LocalizedStringResource
    public var subtitle: LocalizedStringResource?
    public init(title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil) {
        (self.title, self.subtitle) = (title, subtitle)
    }
    public init(stringLiteral value: String) { self.init(title: LocalizedStringResource(stringLiteral: value)) }
}

@available(iOS 16.0, *)
public protocol AppEnum: CaseIterable, Hashable, RawRepresentable, _IntentValue, Sendable
where RawValue: LosslessStringConvertible {
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
    static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}
