// Signatures: https://developer.apple.com/documentation/swiftui/appstorage
// https://developer.apple.com/documentation/swiftui/scenestorage

public import Foundation

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
