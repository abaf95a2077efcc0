// Signatures: https://developer.apple.com/documentation/appintents/intentresult

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
