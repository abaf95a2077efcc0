// developer.apple.com/documentation/foundation/localizedstringresource

@_exported import Foundation

public struct LocalizedStringResource: Equatable, Hashable, Sendable, ExpressibleByStringInterpolation {
    public let key: String
    public var defaultValue: String
    public let table: String?
    public var locale: Locale

    public init(stringLiteral value: String) {
        self.init(key: value, defaultValue: value, table: nil, locale: .current)
    }

    public init(
        _ key: StaticString, defaultValue: String, table: String? = nil, locale: Locale = .current,
        comment: StaticString? = nil
    ) {
        self.init(key: "\(key)", defaultValue: defaultValue, table: table, locale: locale)
    }

    private init(key: String, defaultValue: String, table: String?, locale: Locale) {
        self.key = key
        self.defaultValue = defaultValue
        self.table = table
        self.locale = locale
    }

    public init(_ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current) {
        self.init(key: keyAndValue.text, defaultValue: keyAndValue.text, table: table, locale: locale)
    }
}

extension String {
    /// developer.apple.com/documentation/swift/string/localizationvalue
    public struct LocalizationValue: Equatable, Hashable, Sendable, ExpressibleByStringInterpolation {
        let text: String
        public init(_ value: String) { text = value }
        public init(stringLiteral value: String) { text = value }
    }

    public init(localized resource: LocalizedStringResource) { self = resource.defaultValue }
}
