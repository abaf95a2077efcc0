// Signatures: https://developer.apple.com/documentation/swiftui/view-styles
// Signatures: https://developer.apple.com/documentation/swiftui/view-styles (the styles that come with the system)

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

@MainActor @preconcurrency
public protocol LabelStyle {}
public struct DefaultLabelStyle: LabelStyle { nonisolated public init() {} }
public struct IconOnlyLabelStyle: LabelStyle { nonisolated public init() {} }
public struct TitleOnlyLabelStyle: LabelStyle { nonisolated public init() {} }
public struct TitleAndIconLabelStyle: LabelStyle { nonisolated public init() {} }
extension LabelStyle where Self == DefaultLabelStyle {
    @MainActor @preconcurrency public static var automatic: Self { .init() }
}
extension LabelStyle where Self == IconOnlyLabelStyle {
    @MainActor @preconcurrency public static var iconOnly: Self { .init() }
}
extension LabelStyle where Self == TitleOnlyLabelStyle {
    @MainActor @preconcurrency public static var titleOnly: Self { .init() }
}
extension LabelStyle where Self == TitleAndIconLabelStyle {
    @MainActor @preconcurrency public static var titleAndIcon: Self { .init() }
}

@MainActor @preconcurrency
public protocol ToggleStyle {}
public struct DefaultToggleStyle: ToggleStyle { nonisolated public init() {} }
public struct SwitchToggleStyle: ToggleStyle { nonisolated public init() {} }
public struct ButtonToggleStyle: ToggleStyle { nonisolated public init() {} }
extension ToggleStyle where Self == DefaultToggleStyle {
    @MainActor @preconcurrency public static var automatic: Self { .init() }
}
extension ToggleStyle where Self == SwitchToggleStyle {
    @MainActor @preconcurrency public static var `switch`: Self { .init() }
}
extension ToggleStyle where Self == ButtonToggleStyle {
    @MainActor @preconcurrency public static var button: Self { .init() }
}

@MainActor @preconcurrency
public protocol PickerStyle {}
public struct DefaultPickerStyle: PickerStyle { nonisolated public init() {} }
public struct MenuPickerStyle: PickerStyle { nonisolated public init() {} }
public struct SegmentedPickerStyle: PickerStyle { nonisolated public init() {} }
public struct InlinePickerStyle: PickerStyle { nonisolated public init() {} }
public struct WheelPickerStyle: PickerStyle { nonisolated public init() {} }
public struct NavigationLinkPickerStyle: PickerStyle { nonisolated public init() {} }
extension PickerStyle where Self == DefaultPickerStyle {
    @MainActor @preconcurrency public static var automatic: Self { .init() }
}
extension PickerStyle where Self == MenuPickerStyle {
    @MainActor @preconcurrency public static var menu: Self { .init() }
}
extension PickerStyle where Self == SegmentedPickerStyle {
    @MainActor @preconcurrency public static var segmented: Self { .init() }
}
extension PickerStyle where Self == InlinePickerStyle {
    @MainActor @preconcurrency public static var inline: Self { .init() }
}
extension PickerStyle where Self == WheelPickerStyle {
    @MainActor @preconcurrency public static var wheel: Self { .init() }
}
extension PickerStyle where Self == NavigationLinkPickerStyle {
    @MainActor @preconcurrency public static var navigationLink: Self { .init() }
}

@MainActor @preconcurrency
public protocol DatePickerStyle {}
public struct DefaultDatePickerStyle: DatePickerStyle { nonisolated public init() {} }
public struct CompactDatePickerStyle: DatePickerStyle { nonisolated public init() {} }
public struct GraphicalDatePickerStyle: DatePickerStyle { nonisolated public init() {} }
public struct WheelDatePickerStyle: DatePickerStyle { nonisolated public init() {} }
extension DatePickerStyle where Self == DefaultDatePickerStyle {
    @MainActor @preconcurrency public static var automatic: Self { .init() }
}
extension DatePickerStyle where Self == CompactDatePickerStyle {
    @MainActor @preconcurrency public static var compact: Self { .init() }
}
extension DatePickerStyle where Self == GraphicalDatePickerStyle {
    @MainActor @preconcurrency public static var graphical: Self { .init() }
}
extension DatePickerStyle where Self == WheelDatePickerStyle {
    @MainActor @preconcurrency public static var wheel: Self { .init() }
}

@MainActor @preconcurrency
public protocol ListStyle {}
public struct DefaultListStyle: ListStyle { nonisolated public init() {} }
public struct PlainListStyle: ListStyle { nonisolated public init() {} }
public struct GroupedListStyle: ListStyle { nonisolated public init() {} }
public struct InsetListStyle: ListStyle { nonisolated public init() {} }
public struct InsetGroupedListStyle: ListStyle { nonisolated public init() {} }
public struct SidebarListStyle: ListStyle { nonisolated public init() {} }
extension ListStyle where Self == DefaultListStyle {
    @MainActor @preconcurrency public static var automatic: Self { .init() }
}
extension ListStyle where Self == PlainListStyle {
    @MainActor @preconcurrency public static var plain: Self { .init() }
}
extension ListStyle where Self == GroupedListStyle {
    @MainActor @preconcurrency public static var grouped: Self { .init() }
}
extension ListStyle where Self == InsetListStyle {
    @MainActor @preconcurrency public static var inset: Self { .init() }
}
extension ListStyle where Self == InsetGroupedListStyle {
    @MainActor @preconcurrency public static var insetGrouped: Self { .init() }
}
extension ListStyle where Self == SidebarListStyle {
    @MainActor @preconcurrency public static var sidebar: Self { .init() }
}

@MainActor @preconcurrency
public protocol FormStyle {}
public struct AutomaticFormStyle: FormStyle { nonisolated public init() {} }
public struct GroupedFormStyle: FormStyle { nonisolated public init() {} }
public struct ColumnsFormStyle: FormStyle { nonisolated public init() {} }
extension FormStyle where Self == AutomaticFormStyle {
    @MainActor @preconcurrency public static var automatic: Self { .init() }
}
extension FormStyle where Self == GroupedFormStyle {
    @MainActor @preconcurrency public static var grouped: Self { .init() }
}
extension FormStyle where Self == ColumnsFormStyle {
    @MainActor @preconcurrency public static var columns: Self { .init() }
}

@MainActor @preconcurrency
public protocol TextFieldStyle {}
public struct DefaultTextFieldStyle: TextFieldStyle { nonisolated public init() {} }
public struct PlainTextFieldStyle: TextFieldStyle { nonisolated public init() {} }
public struct RoundedBorderTextFieldStyle: TextFieldStyle { nonisolated public init() {} }
extension TextFieldStyle where Self == DefaultTextFieldStyle {
    @MainActor @preconcurrency public static var automatic: Self { .init() }
}
extension TextFieldStyle where Self == PlainTextFieldStyle {
    @MainActor @preconcurrency public static var plain: Self { .init() }
}
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    @MainActor @preconcurrency public static var roundedBorder: Self { .init() }
}

@MainActor @preconcurrency
public protocol ProgressViewStyle {}
public struct DefaultProgressViewStyle: ProgressViewStyle { nonisolated public init() {} }
public struct LinearProgressViewStyle: ProgressViewStyle { nonisolated public init() {} }
public struct CircularProgressViewStyle: ProgressViewStyle { nonisolated public init() {} }
extension ProgressViewStyle where Self == DefaultProgressViewStyle {
    @MainActor @preconcurrency public static var automatic: Self { .init() }
}
extension ProgressViewStyle where Self == LinearProgressViewStyle {
    @MainActor @preconcurrency public static var linear: Self { .init() }
}
extension ProgressViewStyle where Self == CircularProgressViewStyle {
    @MainActor @preconcurrency public static var circular: Self { .init() }
}

@MainActor @preconcurrency
public protocol GaugeStyle {}
public struct DefaultGaugeStyle: GaugeStyle { nonisolated public init() {} }
public struct LinearCapacityGaugeStyle: GaugeStyle { nonisolated public init() {} }
public struct AccessoryCircularGaugeStyle: GaugeStyle { nonisolated public init() {} }
public struct AccessoryCircularCapacityGaugeStyle: GaugeStyle { nonisolated public init() {} }
public struct AccessoryLinearGaugeStyle: GaugeStyle { nonisolated public init() {} }
extension GaugeStyle where Self == DefaultGaugeStyle {
    @MainActor @preconcurrency public static var automatic: Self { .init() }
}
extension GaugeStyle where Self == LinearCapacityGaugeStyle {
    @MainActor @preconcurrency public static var linearCapacity: Self { .init() }
}
extension GaugeStyle where Self == AccessoryCircularGaugeStyle {
    @MainActor @preconcurrency public static var accessoryCircular: Self { .init() }
}
extension GaugeStyle where Self == AccessoryCircularCapacityGaugeStyle {
    @MainActor @preconcurrency public static var accessoryCircularCapacity: Self { .init() }
}
extension GaugeStyle where Self == AccessoryLinearGaugeStyle {
    @MainActor @preconcurrency public static var accessoryLinear: Self { .init() }
}

@MainActor @preconcurrency
public protocol GroupBoxStyle {}
public struct DefaultGroupBoxStyle: GroupBoxStyle { nonisolated public init() {} }
extension GroupBoxStyle where Self == DefaultGroupBoxStyle {
    @MainActor @preconcurrency public static var automatic: Self { .init() }
}

@MainActor @preconcurrency
public protocol DisclosureGroupStyle {}
public struct AutomaticDisclosureGroupStyle: DisclosureGroupStyle { nonisolated public init() {} }
extension DisclosureGroupStyle where Self == AutomaticDisclosureGroupStyle {
    @MainActor @preconcurrency public static var automatic: Self { .init() }
}

@MainActor @preconcurrency
public protocol LabeledContentStyle {}
public struct AutomaticLabeledContentStyle: LabeledContentStyle { nonisolated public init() {} }
extension LabeledContentStyle where Self == AutomaticLabeledContentStyle {
    @MainActor @preconcurrency public static var automatic: Self { .init() }
}

@MainActor @preconcurrency
public protocol MenuStyle {}
public struct DefaultMenuStyle: MenuStyle { nonisolated public init() {} }
public struct ButtonMenuStyle: MenuStyle { nonisolated public init() {} }
extension MenuStyle where Self == DefaultMenuStyle {
    @MainActor @preconcurrency public static var automatic: Self { .init() }
}
extension MenuStyle where Self == ButtonMenuStyle {
    @MainActor @preconcurrency public static var button: Self { .init() }
}

@MainActor @preconcurrency
public protocol TabViewStyle {}
public struct DefaultTabViewStyle: TabViewStyle { nonisolated public init() {} }
public struct PageTabViewStyle: TabViewStyle { nonisolated public init() {} }
extension TabViewStyle where Self == DefaultTabViewStyle {
    @MainActor @preconcurrency public static var automatic: Self { .init() }
}
extension TabViewStyle where Self == PageTabViewStyle {
    @MainActor @preconcurrency public static var page: Self { .init() }
}
