public import BellhopModel

extension PushPayload {
    /// Reads what the system hands to an app, a service extension or a notification center's delegate.
    public init(userInfo: [AnyHashable: Any]) { self = Self.read(userInfo: userInfo).payload }

    /// As ``init(userInfo:)``, with what was odd.
    public static func read(userInfo: [AnyHashable: Any]) -> Reading {
        var conversion = PropertyListConversion()
        let object = conversion.object(userInfo)
        var reading = read(json: object)
        reading.issues = conversion.issues + reading.issues
        return reading
    }

    /// What a notification of the device's own carries (`UNNotificationContent.userInfo`), from which
    /// ``init(userInfo:)`` reads the same payload again. Of property list types only: the system refuses any other,
    /// such as a null.
    public var userInfo: [AnyHashable: Any] { json.propertyList as? [String: Any] ?? [:] }
}

extension JSONValue {
    /// The value in types of property lists; `nil` for null.
    fileprivate var propertyList: Any? {
        switch self {
        case .null: nil
        case .bool(let value): value
        case .integer(let value): value
        case .number(let value): value
        case .string(let value): value
        case .array(let values): values.compactMap(\.propertyList)
        case .object(let values): values.compactMapValues(\.propertyList)
        }
    }
}
