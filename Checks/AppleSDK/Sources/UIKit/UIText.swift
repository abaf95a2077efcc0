// developer.apple.com/documentation/uikit/uifont, …/uicolor, …/nsattributedstring/key
// developer.apple.com/documentation/uikit/uikeyboardtype, …/uitextcontenttype

@_spi(Testing) import CoreGraphics

open class UIFont: NSObject, @unchecked Sendable {
    // Immutable after init.
    private let points: CGFloat

    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let largeTitle = Self(rawValue: "LargeTitle")
        public static let title1 = Self(rawValue: "Title1")
        public static let title2 = Self(rawValue: "Title2")
        public static let title3 = Self(rawValue: "Title3")
        public static let headline = Self(rawValue: "Headline")
        public static let subheadline = Self(rawValue: "Subheadline")
        public static let body = Self(rawValue: "Body")
        public static let callout = Self(rawValue: "Callout")
        public static let footnote = Self(rawValue: "Footnote")
        public static let caption1 = Self(rawValue: "Caption1")
        public static let caption2 = Self(rawValue: "Caption2")
    }

    public struct Weight: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        public static let regular = Self(rawValue: 0)
        public static let medium = Self(rawValue: 0.23)
        public static let semibold = Self(rawValue: 0.3)
        public static let bold = Self(rawValue: 0.4)
    }

    init(points: CGFloat) {
        self.points = points
        super.init()
    }

    open var pointSize: CGFloat { points }
    open var lineHeight: CGFloat { points * 1.2 }
    open class func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont(points: 17) }
    open class func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(points: fontSize) }
    open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont { UIFont(points: fontSize) }
    open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(points: fontSize)
    }
}

open class UIFontMetrics: NSObject {
    public init(forTextStyle textStyle: UIFont.TextStyle) { super.init() }
    open func scaledFont(for font: UIFont) -> UIFont { font }
    open func scaledValue(for value: CGFloat) -> CGFloat { value }
}

open class UIColor: NSObject, @unchecked Sendable {
    // Immutable after init.
    private let name: String

    init(name: String) {
        self.name = name
        super.init()
    }
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(name: "\(red) \(green) \(blue) \(alpha)")
    }
    public convenience init(white: CGFloat, alpha: CGFloat) { self.init(name: "\(white) \(alpha)") }

    open var cgColor: CGColor { CGColor(red: 0, green: 0, blue: 0, alpha: 1) }
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor { self }
    open func setFill() {}
    open func setStroke() {}

    open class var clear: UIColor { UIColor(name: "clear") }
    open class var black: UIColor { UIColor(name: "black") }
    open class var white: UIColor { UIColor(name: "white") }
    open class var label: UIColor { UIColor(name: "label") }
    open class var secondaryLabel: UIColor { UIColor(name: "secondaryLabel") }
    open class var tertiaryLabel: UIColor { UIColor(name: "tertiaryLabel") }
    open class var separator: UIColor { UIColor(name: "separator") }
    open class var tintColor: UIColor { UIColor(name: "tintColor") }
    open class var systemBackground: UIColor { UIColor(name: "systemBackground") }
    open class var secondarySystemBackground: UIColor { UIColor(name: "secondarySystemBackground") }
    open class var tertiarySystemBackground: UIColor { UIColor(name: "tertiarySystemBackground") }
    open class var systemFill: UIColor { UIColor(name: "systemFill") }
    open class var secondarySystemFill: UIColor { UIColor(name: "secondarySystemFill") }
    open class var systemRed: UIColor { UIColor(name: "systemRed") }
    open class var systemOrange: UIColor { UIColor(name: "systemOrange") }
    open class var systemYellow: UIColor { UIColor(name: "systemYellow") }
    open class var systemGreen: UIColor { UIColor(name: "systemGreen") }
    open class var systemMint: UIColor { UIColor(name: "systemMint") }
    open class var systemTeal: UIColor { UIColor(name: "systemTeal") }
    open class var systemBlue: UIColor { UIColor(name: "systemBlue") }
    open class var systemIndigo: UIColor { UIColor(name: "systemIndigo") }
    open class var systemPurple: UIColor { UIColor(name: "systemPurple") }
    open class var systemGray: UIColor { UIColor(name: "systemGray") }
}

extension NSAttributedString.Key {
    public static let font = Self(rawValue: "NSFont")
    public static let foregroundColor = Self(rawValue: "NSColor")
    public static let backgroundColor = Self(rawValue: "NSBackgroundColor")
    public static let paragraphStyle = Self(rawValue: "NSParagraphStyle")
}

open class NSMutableParagraphStyle: NSObject {
    public override init() { super.init() }
    open var lineBreakMode: NSLineBreakMode = .byWordWrapping
    open var alignment: NSTextAlignment = .natural
    open var lineSpacing: CGFloat = 0
}

public struct NSStringDrawingOptions: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let usesLineFragmentOrigin = Self(rawValue: 1)
    public static let truncatesLastVisibleLine = Self(rawValue: 32)
}

extension NSAttributedString {
    public func draw(in rect: CGRect) {}
    public func draw(with rect: CGRect, options: NSStringDrawingOptions = [], context: AnyObject?) {}
    public func size() -> CGSize { CGSize(width: CGFloat(length) * 8, height: 20) }
}

public enum UIKeyboardType: Int, Sendable {
    case `default` = 0, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress
    case decimalPad, twitter, webSearch, asciiCapableNumberPad
}

public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let name = UITextContentType(rawValue: "name")
    public static let nickname = UITextContentType(rawValue: "nickname")
    public static let emailAddress = UITextContentType(rawValue: "email")
    public static let URL = UITextContentType(rawValue: "url")
    public static let username = UITextContentType(rawValue: "username")
    public static let password = UITextContentType(rawValue: "password")
    public static let oneTimeCode = UITextContentType(rawValue: "one-time-code")
}

enum StubDrawing {
    static func context() -> CGContext { CGContext.made() }
}
