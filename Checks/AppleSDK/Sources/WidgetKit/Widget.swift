// Signatures: https://developer.apple.com/documentation/widgetkit

public import Foundation
@_exported import Foundation
@_exported import FoundationGaps
public import SwiftUI

@available(iOS 14.0, *)
public enum WidgetFamily: Int, Sendable, CustomStringConvertible {
    case systemSmall, systemMedium, systemLarge
    @available(iOS 15.0, *) case systemExtraLarge
    @available(iOS 16.0, *) case accessoryCircular
    @available(iOS 16.0, *) case accessoryRectangular
    @available(iOS 16.0, *) case accessoryInline
    public var description: String { "family \(rawValue)" }
}

@available(iOS 14.0, *)
public struct StaticConfiguration<Content>: WidgetConfiguration where Content: View {
    public typealias Body = Never
    nonisolated public init<Provider>(
        kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
    ) where Provider: TimelineProvider {}
}

@available(iOS 14.0, *)
extension WidgetConfiguration {
    @MainActor @preconcurrency
    public func configurationDisplayName(_ displayName: Text) -> some WidgetConfiguration { self }
    @MainActor @preconcurrency
    public func configurationDisplayName(_ displayNameKey: LocalizedStringKey) -> some WidgetConfiguration { self }
    @_disfavoredOverload @MainActor @preconcurrency
    public func configurationDisplayName<S>(_ displayName: S) -> some WidgetConfiguration where S: StringProtocol {
        self
    }
    @MainActor @preconcurrency
    public func description(_ description: Text) -> some WidgetConfiguration { self }
    @MainActor @preconcurrency
    public func description(_ descriptionKey: LocalizedStringKey) -> some WidgetConfiguration { self }
    @_disfavoredOverload @MainActor @preconcurrency
    public func description<S>(_ description: S) -> some WidgetConfiguration where S: StringProtocol { self }
    @MainActor @preconcurrency
    public func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration { self }
    @MainActor @preconcurrency
    public func contentMarginsDisabled() -> some WidgetConfiguration { self }
    @MainActor @preconcurrency
    public func containerBackgroundRemovable(_ isRemovable: Bool = true) -> some WidgetConfiguration { self }
    @available(iOS 18.0, *)
    @MainActor @preconcurrency
    public func supplementalActivityFamilies(_ families: [ActivityFamily]) -> some WidgetConfiguration { self }
    @available(iOS 26.0, *)
    @MainActor @preconcurrency
    public func pushHandler(_ pushHandlerType: any WidgetPushHandler.Type) -> some WidgetConfiguration { self }
}

@available(iOS 18.0, *)
public enum ActivityFamily: Hashable, Sendable { case small, medium }

extension Widget {
    @MainActor @preconcurrency public static func main() { _ = Self().body }
}

extension WidgetBundle {
    @MainActor @preconcurrency public static func main() { _ = Self().body }
}

@available(iOS 16.0, *)
public struct WidgetRenderingMode: Equatable, Sendable {
    let name: String
    public static let fullColor = WidgetRenderingMode(name: "fullColor")
    public static let accented = WidgetRenderingMode(name: "accented")
    public static let vibrant = WidgetRenderingMode(name: "vibrant")
}

private struct FamilyKey: EnvironmentKey { static var defaultValue: WidgetFamily { .systemSmall } }
private struct RenderingModeKey: EnvironmentKey { static var defaultValue: WidgetRenderingMode { .fullColor } }
private struct ActivityFamilyKey: EnvironmentKey { static var defaultValue: ActivityFamily { .medium } }

extension EnvironmentValues {
    public var widgetFamily: WidgetFamily { self[FamilyKey.self] }
    public var widgetRenderingMode: WidgetRenderingMode {
        get { self[RenderingModeKey.self] }
        set { self[RenderingModeKey.self] = newValue }
    }
    public var showsWidgetContainerBackground: Bool { true }
    @available(iOS 16.1, *) public var isActivityFullscreen: Bool { false }
    @available(iOS 18.0, *) public var activityFamily: ActivityFamily { self[ActivityFamilyKey.self] }
}

extension ContainerBackgroundPlacement {
    @available(iOS 17.0, *) public static let widget = ContainerBackgroundPlacement()
}

extension View {
    @available(iOS 14.0, *)
    @MainActor @preconcurrency public func widgetURL(_ url: URL?) -> some View { self }
    @available(iOS 16.0, *)
    nonisolated public func widgetAccentable(_ accentable: Bool = true) -> some View { self }
    @available(iOS 16.0, *)
    @MainActor @preconcurrency public func activityBackgroundTint(_ color: Color?) -> some View { self }
    @available(iOS 16.1, *)
    nonisolated public func activitySystemActionForegroundColor(_ color: Color?) -> some View { self }
}

@available(iOS 16.0, *)
public struct AccessoryWidgetBackground: View {
    nonisolated public init() {}
    public var body: some View { EmptyView() }
}
