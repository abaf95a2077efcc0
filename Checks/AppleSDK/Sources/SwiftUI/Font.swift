// Signatures: https://developer.apple.com/documentation/swiftui/font

public import Foundation

public struct Font: Hashable, Sendable {
    public static let largeTitle = Font()
    public static let title = Font()
    public static let title2 = Font()
    public static let title3 = Font()
    public static let headline = Font()
    public static let subheadline = Font()
    public static let body = Font()
    public static let callout = Font()
    public static let footnote = Font()
    public static let caption = Font()
    public static let caption2 = Font()

    public enum TextStyle: CaseIterable, Hashable, Sendable {
        case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
    }
    public enum Design: Hashable, Sendable { case `default`, serif, rounded, monospaced }
    public enum Leading: Hashable, Sendable { case standard, tight, loose }
    public struct Weight: Hashable, Sendable {
        public static let ultraLight = Weight()
        public static let thin = Weight()
        public static let light = Weight()
        public static let regular = Weight()
        public static let medium = Weight()
        public static let semibold = Weight()
        public static let bold = Weight()
        public static let heavy = Weight()
        public static let black = Weight()
    }
    public struct Width: Hashable, Sendable {
        public static let compressed = Width()
        public static let condensed = Width()
        public static let standard = Width()
        public static let expanded = Width()
    }

    public static func system(
        _ style: Font.TextStyle, design: Font.Design? = nil, weight: Font.Weight? = nil
    ) -> Font { Font() }
    public static func system(
        size: CGFloat, weight: Font.Weight? = nil, design: Font.Design? = nil
    ) -> Font { Font() }
    public static func custom(_ name: String, size: CGFloat) -> Font { Font() }
    public static func custom(_ name: String, size: CGFloat, relativeTo textStyle: Font.TextStyle) -> Font { Font() }

    public func italic() -> Font { self }
    public func bold() -> Font { self }
    public func monospaced() -> Font { self }
    public func monospacedDigit() -> Font { self }
    public func smallCaps() -> Font { self }
    public func weight(_ weight: Font.Weight) -> Font { self }
    public func width(_ width: Font.Width) -> Font { self }
    public func leading(_ leading: Font.Leading) -> Font { self }
}

extension View {
    nonisolated public func font(_ font: Font?) -> some View { unchanged() }
    nonisolated public func fontWeight(_ weight: Font.Weight?) -> some View { unchanged() }
    nonisolated public func fontWidth(_ width: Font.Width?) -> some View { unchanged() }
    nonisolated public func fontDesign(_ design: Font.Design?) -> some View { unchanged() }
    nonisolated public func bold(_ isActive: Bool = true) -> some View { unchanged() }
    nonisolated public func italic(_ isActive: Bool = true) -> some View { unchanged() }
    nonisolated public func monospaced(_ isActive: Bool = true) -> some View { unchanged() }
    nonisolated public func monospacedDigit() -> some View { unchanged() }
    nonisolated public func underline(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> some View { unchanged() }
    nonisolated public func strikethrough(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> some View { unchanged() }
    nonisolated public func kerning(_ kerning: CGFloat) -> some View { unchanged() }
    nonisolated public func tracking(_ tracking: CGFloat) -> some View { unchanged() }
    nonisolated public func textCase(_ textCase: Text.Case?) -> some View { unchanged() }
    nonisolated public func lineLimit(_ number: Int?) -> some View { unchanged() }
    nonisolated public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View { unchanged() }
    nonisolated public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View { unchanged() }
    nonisolated public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View { unchanged() }
    nonisolated public func lineLimit(_ limit: ClosedRange<Int>) -> some View { unchanged() }
    nonisolated public func lineSpacing(_ lineSpacing: CGFloat) -> some View { unchanged() }
    nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { unchanged() }
    nonisolated public func truncationMode(_ mode: Text.TruncationMode) -> some View { unchanged() }
    nonisolated public func minimumScaleFactor(_ factor: CGFloat) -> some View { unchanged() }
    nonisolated public func allowsTightening(_ flag: Bool) -> some View { unchanged() }
    nonisolated public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { unchanged() }
    nonisolated public func dynamicTypeSize<T>(_ range: T) -> some View
    where T: RangeExpression, T.Bound == DynamicTypeSize { unchanged() }
    nonisolated public func textSelection<S>(_ selectability: S) -> some View where S: TextSelectability { unchanged() }
}

public protocol TextSelectability { static var allowsSelection: Bool { get } }
public struct EnabledTextSelectability: TextSelectability { public static let allowsSelection = true }
public struct DisabledTextSelectability: TextSelectability { public static let allowsSelection = false }
extension TextSelectability where Self == EnabledTextSelectability { public static var enabled: Self { .init() } }
extension TextSelectability where Self == DisabledTextSelectability { public static var disabled: Self { .init() } }
