// Signatures: https://developer.apple.com/documentation/swiftui/state
// https://developer.apple.com/documentation/swiftui/bindable
// Signatures: https://developer.apple.com/documentation/swiftui/binding
// Signatures: https://developer.apple.com/documentation/swiftui/appstorage
// https://developer.apple.com/documentation/swiftui/scenestorage

public import Foundation
public import Observation

public protocol DynamicProperty {
    mutating func update()
}

extension DynamicProperty {
    public mutating func update() {}
}

/// The storage shared by a wrapper's copies.
final class Box<Value>: @unchecked Sendable {
    // No lock: as in SwiftUI, views read and write it on the main actor.
    private var own: Value
    /// The storage of the former view at the same position.
    private var former: Box?

    init(_ value: Value) { own = value }

    var value: Value {
        get { former.map(\.value) ?? own }
        set {
            if let former { former.value = newValue } else { own = newValue }
        }
    }

    /// Shares the storage of `former`.
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

@dynamicMemberLookup
@propertyWrapper
public struct Binding<Value>: DynamicProperty {
    let read: () -> Value
    let write: (Value) -> Void
    public var transaction = Transaction()

    init(read: @escaping () -> Value, write: @escaping (Value) -> Void) {
        self.read = read
        self.write = write
    }

    @preconcurrency
    public init(
        @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
        @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {
        self.init(read: get, write: set)
    }

    @preconcurrency
    public init(
        @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
        @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value, Transaction) -> Void
    ) {
        let write: (Value, Transaction) -> Void = set
        self.init(read: get, write: { write($0, Transaction()) })
    }

    public static func constant(_ value: Value) -> Binding<Value> {
        Binding(read: { value }, write: { _ in })
    }

    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }

    public var projectedValue: Binding<Value> { self }

    public init(projectedValue: Binding<Value>) { self = projectedValue }

    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        let base = self
        return Binding<Subject>(
            read: { base.wrappedValue[keyPath: keyPath] }, write: { base.wrappedValue[keyPath: keyPath] = $0 })
    }
}

extension Binding: @unchecked Sendable where Value: Sendable {}

extension Binding {
    public init<V>(_ base: Binding<V>) where Value == V? {
        self.init(read: { base.wrappedValue }, write: { if let value = $0 { base.wrappedValue = value } })
    }

    public init?(_ base: Binding<Value?>) {
        guard let first = base.wrappedValue else { return nil }
        self.init(read: { base.wrappedValue ?? first }, write: { base.wrappedValue = $0 })
    }

    public func transaction(_ transaction: Transaction) -> Binding<Value> { self }
    public func animation(_ animation: Animation? = .default) -> Binding<Value> { self }
}

extension Binding: Identifiable where Value: Identifiable {
    public var id: Value.ID { wrappedValue.id }
}

extension Binding: Sequence where Value: MutableCollection {
    public typealias Element = Binding<Value.Element>
    public typealias Iterator = IndexingIterator<Binding<Value>>
}

extension Binding: Collection where Value: MutableCollection {
    public typealias Index = Value.Index
    public var startIndex: Index { wrappedValue.startIndex }
    public var endIndex: Index { wrappedValue.endIndex }
    public func index(after i: Index) -> Index { wrappedValue.index(after: i) }
    public subscript(position: Index) -> Binding<Value.Element> {
        let base = self
        return Binding<Value.Element>(
            read: { base.wrappedValue[position] }, write: { base.wrappedValue[position] = $0 })
    }
}

extension Binding: BidirectionalCollection where Value: BidirectionalCollection, Value: MutableCollection {
    public func index(before i: Index) -> Index { wrappedValue.index(before: i) }
}

extension Binding: RandomAccessCollection where Value: MutableCollection, Value: RandomAccessCollection {}

@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
    let read: () -> Value
    let write: (Value) -> Void

    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }
    public var projectedValue: Binding<Value> { Binding(read: read, write: write) }

    init(_ key: String, _ store: UserDefaults?, standard: Value) {
        let store = store ?? .standard
        read = { store.object(forKey: key) as? Value ?? standard }
        write = { store.set($0, forKey: key) }
    }
}

extension AppStorage {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool {
        self.init(key, store, standard: wrappedValue)
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int {
        self.init(key, store, standard: wrappedValue)
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Double {
        self.init(key, store, standard: wrappedValue)
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String {
        self.init(key, store, standard: wrappedValue)
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: RawRepresentable, Value.RawValue == String {
        let store = store ?? .standard
        read = { store.string(forKey: key).flatMap(Value.init(rawValue:)) ?? wrappedValue }
        write = { store.set($0.rawValue, forKey: key) }
    }
}

@propertyWrapper
public struct SceneStorage<Value>: DynamicProperty {
    let box: Box<Value>
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
    public var projectedValue: Binding<Value> {
        let box = box
        return Binding(read: { box.value }, write: { box.value = $0 })
    }
}

extension SceneStorage {
    public init(wrappedValue: Value, _ key: String) where Value == Bool { box = Box(wrappedValue) }
    public init(wrappedValue: Value, _ key: String) where Value == Int { box = Box(wrappedValue) }
    public init(wrappedValue: Value, _ key: String) where Value == String { box = Box(wrappedValue) }
    public init(_ key: String) where Value == String? { box = Box(nil) }
    public init(_ key: String) where Value == Data? { box = Box(nil) }
}
