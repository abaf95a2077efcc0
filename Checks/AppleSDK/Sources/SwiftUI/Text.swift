// Signatures: https://developer.apple.com/documentation/swiftui/text

public import Foundation

public struct Text: Equatable, Sendable {
    let string: String
    /// What VoiceOver reads in its place.
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
