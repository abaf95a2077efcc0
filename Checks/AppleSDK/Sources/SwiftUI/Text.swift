// Signatures: https://developer.apple.com/documentation/swiftui/text
// Signatures: https://developer.apple.com/documentation/swiftui/font
// Signatures: https://developer.apple.com/documentation/swiftui/localizedstringkey

public import Foundation

public struct Text: Equatable, Sendable {
    let string: String
    /// The text that VoiceOver reads instead.
    var spoken: String?

    public init(verbatim content: String) { string = content }

    @_disfavoredOverload public init<S>(_ content: S) where S: StringProtocol { string = String(content) }

    public init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
    ) {
        string = key.string
    }

    @_disfavoredOverload public init(_ resource: LocalizedStringResource) { string = String(localized: resource) }

    @_disfavoredOverload public init(_ attributedContent: AttributedString) {
        string = String(attributedContent.characters)
    }

    public init<F>(_ input: F.FormatInput, format: F)
    where F: FormatStyle, F.FormatInput: Equatable, F.FormatOutput == String {
        string = format.format(input)
    }

    public init<F>(_ input: F.FormatInput, format: F)
    where F: FormatStyle, F.FormatInput: Equatable, F.FormatOutput == AttributedString {
        string = String(format.format(input).characters)
    }

    public init(_ image: Image) { string = "" }

    public static func + (lhs: Text, rhs: Text) -> Text { Text(verbatim: lhs.string + rhs.string) }
}

extension Text: _StubView {
    public typealias Body = Never
    nonisolated public var _node: _Node {
        _Node("Text", text: string, spoken.map { [EmptyView().attaching("accessibilityLabel", text: $0)] } ?? [])
    }
}

extension Text {
    public struct DateStyle: Equatable, Codable, Sendable {
        let name: String
        public static let time = DateStyle(name: "time")
        public static let date = DateStyle(name: "date")
        public static let relative = DateStyle(name: "relative")
        public static let offset = DateStyle(name: "offset")
        public static let timer = DateStyle(name: "timer")
    }

    public init(_ date: Date, style: Text.DateStyle) { string = "\(date.formatted(.iso8601)) \(style.name)" }

    public init(_ dates: ClosedRange<Date>) {
        string = "\(dates.lowerBound.formatted(.iso8601)) – \(dates.upperBound.formatted(.iso8601))"
    }

    public init(_ interval: DateInterval) { self.init(interval.start...interval.end) }

    public init(
        timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
    ) {
        string = "timer \(timerInterval.upperBound.formatted(.iso8601)) \(countsDown ? "down" : "up")"
    }
}

extension Text {
    public enum TruncationMode: Hashable, Sendable { case head, tail, middle }
    public enum Case: Hashable, Sendable { case uppercase, lowercase }
    public struct LineStyle: Hashable, Sendable {
        public struct Pattern: Sendable {
            public static let solid = Pattern()
            public static let dot = Pattern()
            public static let dash = Pattern()
        }
        public init(pattern: Pattern = .solid, color: Color? = nil) {}
        public static let single = LineStyle()
    }

    public func font(_ font: Font?) -> Text { self }
    public func fontWeight(_ weight: Font.Weight?) -> Text { self }
    public func fontDesign(_ design: Font.Design?) -> Text { self }
    public func foregroundColor(_ color: Color?) -> Text { self }
    public func foregroundStyle<S>(_ style: S) -> Text where S: ShapeStyle { self }
    public func bold() -> Text { self }
    public func bold(_ isActive: Bool) -> Text { self }
    public func italic() -> Text { self }
    public func italic(_ isActive: Bool) -> Text { self }
    public func monospaced(_ isActive: Bool = true) -> Text { self }
    public func monospacedDigit() -> Text { self }
    public func strikethrough(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> Text { self }
    public func underline(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> Text { self }
    public func kerning(_ kerning: CGFloat) -> Text { self }
    public func tracking(_ tracking: CGFloat) -> Text { self }
    public func baselineOffset(_ baselineOffset: CGFloat) -> Text { self }
    public func speechAlwaysIncludesPunctuation(_ value: Bool = true) -> Text { self }
    public func speechSpellsOutCharacters(_ value: Bool = true) -> Text { self }
    public func accessibilityLabel(_ label: Text) -> Text {
        var text = self
        text.spoken = label.string
        return text
    }
    public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> Text { self }
}

@frozen public enum TextAlignment: CaseIterable, Hashable, Sendable { case leading, center, trailing }

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

public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    let string: String

    public init(_ value: String) { string = value }
    public init(stringLiteral value: String) { string = value }
    public init(stringInterpolation: LocalizedStringKey.StringInterpolation) { string = stringInterpolation.string }

    public struct StringInterpolation: StringInterpolationProtocol {
        var string = ""

        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) { string += literal }
        public mutating func appendInterpolation(_ string: String) { self.string += string }
        public mutating func appendInterpolation(_ attributedString: AttributedString) {
            string += String(attributedString.characters)
        }
        public mutating func appendInterpolation<T>(_ value: T) where T: _FormatSpecifiable { string += "\(value)" }
        public mutating func appendInterpolation<T>(_ value: T, specifier: String) where T: _FormatSpecifiable {
            string += "\(value)"
        }
        public mutating func appendInterpolation<F>(_ input: F.FormatInput, format: F)
        where F: FormatStyle, F.FormatInput: Equatable, F.FormatOutput == String {
            string += format.format(input)
        }
        public mutating func appendInterpolation(_ text: Text) { string += text.string }
        public mutating func appendInterpolation(_ image: Image) {}
        public mutating func appendInterpolation(_ resource: LocalizedStringResource) {
            string += String(localized: resource)
        }
        public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
            string += Text(date, style: style).string
        }
        public mutating func appendInterpolation(
            timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
        ) {
            string += Text(timerInterval: timerInterval).string
        }
    }
}

public protocol _FormatSpecifiable: Equatable {}
extension Int: _FormatSpecifiable {}
extension Int32: _FormatSpecifiable {}
extension Int64: _FormatSpecifiable {}
extension UInt: _FormatSpecifiable {}
extension UInt32: _FormatSpecifiable {}
extension UInt64: _FormatSpecifiable {}
extension Float: _FormatSpecifiable {}
extension Double: _FormatSpecifiable {}
extension CGFloat: _FormatSpecifiable {}
