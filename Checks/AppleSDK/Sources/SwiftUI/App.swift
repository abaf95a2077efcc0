// Signatures: https://developer.apple.com/documentation/swiftui/app
// https://developer.apple.com/documentation/swiftui/scene
// Signatures: https://developer.apple.com/documentation/swiftui/widget
// https://developer.apple.com/documentation/swiftui/widgetconfiguration

public import Foundation
public import Observation
public import UIKit

@MainActor @preconcurrency
public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
    @MainActor @preconcurrency init()
}

extension App {
    @MainActor @preconcurrency public static func main() {
        let app = Self()
        _ = app.body
    }
}

@MainActor @preconcurrency
public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

extension Scene where Body == Never {
    public var body: Never { fatalError("\(Self.self) is drawn by the system and has no body") }
}

public protocol _StubScene: Scene where Body == Never {
    nonisolated var _node: _Node { get }
}

@resultBuilder
public struct SceneBuilder {
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: Scene { content }
    public static func buildBlock<Content>(_ content: Content) -> Content where Content: Scene { content }
    public static func buildBlock<C0, C1>(_ c0: C0, _ c1: C1) -> some Scene where C0: Scene, C1: Scene { c0 }
}

public struct WindowGroup<Content>: _StubScene where Content: View {
    public typealias Body = Never
    nonisolated public let _node: _Node
    nonisolated public init(@ViewBuilder content: () -> Content) { _node = _Node("WindowGroup", [content()]) }
    nonisolated public init(id: String, @ViewBuilder content: () -> Content) {
        _node = _Node("WindowGroup", [content()])
    }
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        _node = _Node("WindowGroup", [content()])
    }
}

public struct BackgroundTask<Request, Response>: Sendable {
    let identifier: String
}

extension BackgroundTask where Request == Void, Response == Void {
    public static func appRefresh(_ matching: String) -> BackgroundTask<Void, Void> { .init(identifier: matching) }
}

extension BackgroundTask where Request == String, Response == Void {
    public static var urlSession: BackgroundTask<String, Void> { .init(identifier: "") }
    public static func urlSession(_ identifier: String) -> BackgroundTask<Void, Void> {
        .init(identifier: identifier)
    }
}

extension Scene {
    nonisolated public func backgroundTask<D, R>(
        _ task: BackgroundTask<D, R>, action: @escaping @Sendable (D) async -> R
    ) -> some Scene where D: Sendable, R: Sendable { self }
    nonisolated public func onChange<V>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some Scene where V: Equatable { self }
    nonisolated public func onChange<V>(
        of value: V, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some Scene where V: Equatable { self }
    nonisolated public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some Scene {
        self
    }
    nonisolated public func environment<T>(_ object: T?) -> some Scene where T: AnyObject, T: Observable { self }
    nonisolated public func handlesExternalEvents(matching conditions: Set<String>) -> some Scene { self }
    nonisolated public func commands<Content>(@CommandsBuilder content: () -> Content) -> some Scene
    where Content: Commands { self }
}

@MainActor @preconcurrency
public protocol Commands {}

@resultBuilder
public struct CommandsBuilder {
    public static func buildBlock<Content>(_ content: Content) -> Content where Content: Commands { content }
}

public struct CommandMenu<Content>: Commands where Content: View {
    nonisolated public init(_ nameKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
}

/// The delegates set by tests; on a device the system creates one.
@MainActor var adoptedDelegates: [ObjectIdentifier: NSObject] = [:]

@MainActor @preconcurrency
@propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType>: DynamicProperty
where DelegateType: NSObject, DelegateType: UIApplicationDelegate {
    @MainActor @preconcurrency public var wrappedValue: DelegateType {
        guard let delegate = adoptedDelegates[ObjectIdentifier(DelegateType.self)] as? DelegateType else {
            fatalError("NSObject.init is not required on Linux: adopt(_:) a delegate first")
        }
        return delegate
    }

    @MainActor @preconcurrency public init(_ delegateType: DelegateType.Type = DelegateType.self) {}

    @_spi(Testing) public static func adopt(_ delegate: DelegateType) {
        adoptedDelegates[ObjectIdentifier(DelegateType.self)] = delegate
    }
}

extension UIApplicationDelegateAdaptor where DelegateType: Observable {
    public var projectedValue: Bindable<DelegateType> { Bindable(wrappedValue) }
}

extension UIApplicationDelegateAdaptor: Sendable {}

@MainActor @preconcurrency
public protocol Widget {
    associatedtype Body: WidgetConfiguration
    @MainActor @preconcurrency var body: Self.Body { get }
    @MainActor @preconcurrency init()
}

@MainActor @preconcurrency
public protocol WidgetBundle {
    associatedtype Body: Widget
    @WidgetBundleBuilder @MainActor @preconcurrency var body: Self.Body { get }
    @MainActor @preconcurrency init()
}

@MainActor @preconcurrency
public protocol WidgetConfiguration {
    associatedtype Body: WidgetConfiguration
    @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: WidgetConfiguration {}

extension WidgetConfiguration where Body == Never {
    public var body: Never { fatalError("\(Self.self) is drawn by the system and has no body") }
}

public struct EmptyWidgetConfiguration: WidgetConfiguration {
    public typealias Body = Never
    nonisolated public init() {}
}

extension Never: Widget {
    public init() { fatalError("Never cannot be made") }
}

@resultBuilder
public struct WidgetBundleBuilder {
    @MainActor public static func buildBlock<Content>(_ content: Content) -> some Widget where Content: Widget {
        content
    }
    @MainActor public static func buildBlock<each Content>(_ content: repeat each Content) -> some Widget
    where repeat each Content: Widget { _WidgetGroup() }
    @MainActor public static func buildOptional(_ widget: (any Widget)?) -> some Widget { _WidgetGroup() }
    @MainActor public static func buildLimitedAvailability(_ widget: some Widget) -> any Widget { widget }
}

public struct _WidgetGroup: Widget {
    public init() {}
    public var body: some WidgetConfiguration { EmptyWidgetConfiguration() }
}

public struct ContainerBackgroundPlacement: Sendable {
    public init() {}
}

extension View {
    nonisolated public func containerBackground<S>(
        _ style: S, for container: ContainerBackgroundPlacement
    ) -> some View where S: ShapeStyle { unchanged() }
    nonisolated public func containerBackground<V>(
        for container: ContainerBackgroundPlacement, alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View where V: View { attaching("containerBackground", [content()]) }
}
