// Signatures: https://developer.apple.com/documentation/swiftui/view-modifiers (layout and appearance)

public import Foundation

extension View {
    nonisolated public func padding(_ insets: EdgeInsets) -> some View { unchanged() }
    nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { unchanged() }
    nonisolated public func padding(_ length: CGFloat) -> some View { unchanged() }
    nonisolated public func scenePadding(_ edges: Edge.Set = .all) -> some View { unchanged() }
    nonisolated public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        unchanged()
    }
    nonisolated public func contentMargins(
        _ edges: Edge.Set = .all, _ length: CGFloat?, for placement: ContentMarginPlacement = .automatic
    ) -> some View { unchanged() }
    nonisolated public func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { unchanged() }
    nonisolated public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { unchanged() }
    nonisolated public func fixedSize() -> some View { unchanged() }
    nonisolated public func fixedSize(horizontal: Bool, vertical: Bool) -> some View { unchanged() }
    nonisolated public func layoutPriority(_ value: Double) -> some View { unchanged() }
    nonisolated public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
        unchanged()
    }
    nonisolated public func scaledToFit() -> some View { unchanged() }
    nonisolated public func scaledToFill() -> some View { unchanged() }
    nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { unchanged() }
    nonisolated public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View { unchanged() }
    nonisolated public func zIndex(_ value: Double) -> some View { unchanged() }
    nonisolated public func ignoresSafeArea(
        _ regions: SafeAreaRegions = .all, edges: Edge.Set = .all
    ) -> some View { unchanged() }
    nonisolated public func safeAreaInset<V>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View where V: View { attaching("safeAreaInset", [content()]) }
    nonisolated public func containerRelativeFrame(
        _ axes: Axis.Set, alignment: Alignment = .center
    ) -> some View { unchanged() }
    nonisolated public func alignmentGuide(
        _ g: VerticalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat
    ) -> some View { unchanged() }
}

@frozen public enum ContentMode: CaseIterable, Hashable, Sendable { case fit, fill }
public struct ContentMarginPlacement: Sendable {
    public static var automatic: ContentMarginPlacement { .init() }
    public static var scrollContent: ContentMarginPlacement { .init() }
    public static var scrollIndicators: ContentMarginPlacement { .init() }
}
public struct ViewDimensions: Equatable, Sendable {
    public var width: CGFloat { 0 }
    public var height: CGFloat { 0 }
    public subscript(guide: VerticalAlignment) -> CGFloat { 0 }
}
public struct SafeAreaRegions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let container = SafeAreaRegions(rawValue: 1)
    public static let keyboard = SafeAreaRegions(rawValue: 2)
    public static let all = SafeAreaRegions(rawValue: .max)
}

extension View {
    nonisolated public func foregroundStyle<S>(_ style: S) -> some View where S: ShapeStyle { unchanged() }
    nonisolated public func foregroundStyle<S1, S2>(_ primary: S1, _ secondary: S2) -> some View
    where S1: ShapeStyle, S2: ShapeStyle { unchanged() }
    nonisolated public func tint<S>(_ tint: S?) -> some View where S: ShapeStyle { unchanged() }
    nonisolated public func tint(_ tint: Color?) -> some View { unchanged() }
    nonisolated public func background<S>(
        _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
    ) -> some View where S: ShapeStyle { unchanged() }
    nonisolated public func background(ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View { unchanged() }
    nonisolated public func background<S, T>(
        _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
    ) -> some View where S: ShapeStyle, T: InsettableShape { unchanged() }
    nonisolated public func background<V>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View where V: View { attaching("background", [content()]) }
    nonisolated public func backgroundStyle<S>(_ style: S) -> some View where S: ShapeStyle { unchanged() }
    nonisolated public func overlay<V>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View where V: View { attaching("overlay", [content()]) }
    nonisolated public func overlay<S>(
        _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
    ) -> some View where S: ShapeStyle { unchanged() }
    nonisolated public func mask<Mask>(
        alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask
    ) -> some View where Mask: View { unchanged() }
    nonisolated public func clipShape<S>(_ shape: S, style: FillStyle = FillStyle()) -> some View where S: Shape {
        unchanged()
    }
    nonisolated public func clipped(antialiased: Bool = false) -> some View { unchanged() }
    nonisolated public func contentShape<S>(_ shape: S, eoFill: Bool = false) -> some View where S: Shape {
        unchanged()
    }
    nonisolated public func containerShape<T>(_ shape: T) -> some View where T: InsettableShape { unchanged() }
    nonisolated public func border<S>(_ content: S, width: CGFloat = 1) -> some View where S: ShapeStyle { unchanged() }
    nonisolated public func shadow(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> some View { unchanged() }
    nonisolated public func opacity(_ opacity: Double) -> some View { unchanged() }
    nonisolated public func blur(radius: CGFloat, opaque: Bool = false) -> some View { unchanged() }
    nonisolated public func hidden() -> some View { unchanged() }
    nonisolated public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View { unchanged() }
    nonisolated public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View { unchanged() }
    nonisolated public func redacted(reason: RedactionReasons) -> some View { unchanged() }
    nonisolated public func unredacted() -> some View { unchanged() }
    nonisolated public func privacySensitive(_ sensitive: Bool = true) -> some View { unchanged() }
    nonisolated public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View { unchanged() }
    nonisolated public func labelsHidden() -> some View { unchanged() }
    nonisolated public func scrollContentBackground(_ visibility: Visibility) -> some View { unchanged() }
    nonisolated public func scrollIndicators(
        _ visibility: ScrollIndicatorVisibility, axes: Axis.Set = [.vertical, .horizontal]
    ) -> some View { unchanged() }
    nonisolated public func scrollDisabled(_ disabled: Bool) -> some View { unchanged() }
    nonisolated public func scrollBounceBehavior(
        _ behavior: ScrollBounceBehavior, axes: Axis.Set = [.vertical]
    ) -> some View { unchanged() }
    nonisolated public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View { unchanged() }
    nonisolated public func allowsHitTesting(_ enabled: Bool) -> some View { unchanged() }
    nonisolated public func disabled(_ disabled: Bool) -> some View {
        modifier(_Modifier(_node: _Node("disabled", environment: { $0.isEnabled = $0.isEnabled && !disabled })))
    }
    nonisolated public func id<ID>(_ id: ID) -> some View where ID: Hashable { attaching("id", text: "\(id)") }
}

public struct ScrollIndicatorVisibility: Equatable, Sendable {
    public static var automatic: ScrollIndicatorVisibility { .init() }
    public static var visible: ScrollIndicatorVisibility { .init() }
    public static var hidden: ScrollIndicatorVisibility { .init() }
    public static var never: ScrollIndicatorVisibility { .init() }
}

public struct ScrollBounceBehavior: Sendable {
    public static var automatic: ScrollBounceBehavior { .init() }
    public static var always: ScrollBounceBehavior { .init() }
    public static var basedOnSize: ScrollBounceBehavior { .init() }
}
