// Signatures: https://developer.apple.com/documentation/swiftui/localizedstringkey

public import Foundation

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
