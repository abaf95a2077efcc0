// Signatures: https://developer.apple.com/documentation/swiftui/environment
// https://developer.apple.com/documentation/swiftui/environmentkey

public import Foundation
public import Observation

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Self.Value { get }
}

public struct EnvironmentValues: CustomStringConvertible {
    var values: [ObjectIdentifier: Any] = [:]

    /// What the views see whose bodies are being read.
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

/// Immutable, and read on the main actor only.
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
    // Immutable: a key path and the function that follows it.
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
