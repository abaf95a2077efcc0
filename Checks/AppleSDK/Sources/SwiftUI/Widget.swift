// Signatures: https://developer.apple.com/documentation/swiftui/widget
// https://developer.apple.com/documentation/swiftui/widgetconfiguration

public import Foundation

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
