// Signatures: https://developer.apple.com/documentation/swiftui/state
// https://developer.apple.com/documentation/swiftui/bindable

public import Observation

public protocol DynamicProperty {
    mutating func update()
}

extension DynamicProperty {
    public mutating func update() {}
}

/// The place that a wrapper's copies share.
final class Box<Value>: @unchecked Sendable {
    // No lock: as in SwiftUI, views read and write it on the main actor.
    private var own: Value
    /// Of the view that stood in the same place before.
    private var former: Box?

    init(_ value: Value) { own = value }

    var value: Value {
        get { former.map(\.value) ?? own }
        set {
            if let former { former.value = newValue } else { own = newValue }
        }
    }

    /// From now on this is another name for `former`.
    func follow(_ former: Box) {
        if former !== self { self.former = former }
    }
}

@propertyWrapper
public struct State<Value>: DynamicProperty {
    let box: Box<Value>

    public init(wrappedValue value: Value) { box = Box(value) }
    public init(initialValue value: Value) { box = Box(value) }

    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }

    public var projectedValue: Binding<Value> {
        let box = box
        return Binding(read: { box.value }, write: { box.value = $0 })
    }
}

extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

extension State: Sendable where Value: Sendable {}

@dynamicMemberLookup
@propertyWrapper
public struct Bindable<Value> {
    var object: Value
    public var wrappedValue: Value {
        get { object }
        set { object = newValue }
    }
    public var projectedValue: Bindable<Value> { self }

    init(object: Value) { self.object = object }

    @available(*, unavailable, message: "The value must be an object that is Observable")
    public init(wrappedValue: Value) { object = wrappedValue }
}

extension Bindable where Value: AnyObject & Observable {
    public init(wrappedValue: Value) { object = wrappedValue }
    public init(_ wrappedValue: Value) { object = wrappedValue }
    public init(projectedValue: Bindable<Value>) { self = projectedValue }
}

extension Bindable where Value: AnyObject {
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        let object = wrappedValue
        return Binding(read: { object[keyPath: keyPath] }, write: { object[keyPath: keyPath] = $0 })
    }
}

extension Bindable: Identifiable where Value: Identifiable {
    public var id: Value.ID { wrappedValue.id }
}

extension Bindable: Sendable where Value: Sendable {}

@propertyWrapper
public struct Namespace: DynamicProperty, Sendable {
    public struct ID: Hashable, Sendable { let number: Int }
    public init() {}
    public var wrappedValue: ID { ID(number: 0) }
}

@propertyWrapper
public struct ScaledMetric<Value>: DynamicProperty {
    public let wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { self.wrappedValue = wrappedValue }
}
