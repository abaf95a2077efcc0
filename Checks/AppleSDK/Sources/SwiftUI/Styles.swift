// Signatures: https://developer.apple.com/documentation/swiftui/view-styles

public import Foundation

@MainActor @preconcurrency
public protocol ButtonStyle {
    associatedtype Body: View
    typealias Configuration = ButtonStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
}

public struct ButtonStyleConfiguration {
    public struct Label: _StubView { nonisolated public var _node: _Node { _Node("Label") } }
    public let role: ButtonRole?
    public let label: ButtonStyleConfiguration.Label
    public let isPressed: Bool
}

@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {}
public struct DefaultButtonStyle: PrimitiveButtonStyle { nonisolated public init() {} }
public struct BorderlessButtonStyle: PrimitiveButtonStyle { nonisolated public init() {} }
public struct PlainButtonStyle: PrimitiveButtonStyle { nonisolated public init() {} }
public struct BorderedButtonStyle: PrimitiveButtonStyle { nonisolated public init() {} }
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle { nonisolated public init() {} }

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
    @MainActor @preconcurrency public static var automatic: Self { .init() }
}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    @MainActor @preconcurrency public static var borderless: Self { .init() }
}
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    @MainActor @preconcurrency public static var plain: Self { .init() }
}
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    @MainActor @preconcurrency public static var bordered: Self { .init() }
}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    @MainActor @preconcurrency public static var borderedProminent: Self { .init() }
}

public struct ButtonBorderShape: Equatable, Sendable {
    public static let automatic = ButtonBorderShape()
    public static let capsule = ButtonBorderShape()
    public static let circle = ButtonBorderShape()
    public static let roundedRectangle = ButtonBorderShape()
    public static func roundedRectangle(radius: CGFloat) -> ButtonBorderShape { .init() }
}

public enum ControlSize: CaseIterable, Hashable, Sendable { case mini, small, regular, large, extraLarge }

extension View {
    nonisolated public func buttonStyle<S>(_ style: S) -> some View where S: ButtonStyle { unchanged() }
    nonisolated public func buttonStyle<S>(_ style: S) -> some View where S: PrimitiveButtonStyle { unchanged() }
    nonisolated public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { unchanged() }
    nonisolated public func controlSize(_ controlSize: ControlSize) -> some View { unchanged() }
    nonisolated public func labelStyle<S>(_ style: S) -> some View where S: LabelStyle { unchanged() }
    nonisolated public func toggleStyle<S>(_ style: S) -> some View where S: ToggleStyle { unchanged() }
    nonisolated public func pickerStyle<S>(_ style: S) -> some View where S: PickerStyle { unchanged() }
    nonisolated public func datePickerStyle<S>(_ style: S) -> some View where S: DatePickerStyle { unchanged() }
    nonisolated public func listStyle<S>(_ style: S) -> some View where S: ListStyle { unchanged() }
    nonisolated public func formStyle<S>(_ style: S) -> some View where S: FormStyle { unchanged() }
    nonisolated public func textFieldStyle<S>(_ style: S) -> some View where S: TextFieldStyle { unchanged() }
    nonisolated public func progressViewStyle<S>(_ style: S) -> some View where S: ProgressViewStyle { unchanged() }
    nonisolated public func gaugeStyle<S>(_ style: S) -> some View where S: GaugeStyle { unchanged() }
    nonisolated public func groupBoxStyle<S>(_ style: S) -> some View where S: GroupBoxStyle { unchanged() }
    nonisolated public func disclosureGroupStyle<S>(_ style: S) -> some View where S: DisclosureGroupStyle {
        unchanged()
    }
    nonisolated public func labeledContentStyle<S>(_ style: S) -> some View where S: LabeledContentStyle { unchanged() }
    nonisolated public func menuStyle<S>(_ style: S) -> some View where S: MenuStyle { unchanged() }
    nonisolated public func tabViewStyle<S>(_ style: S) -> some View where S: TabViewStyle { unchanged() }
}
