// developer.apple.com/documentation/usernotifications/unnotificationsound, …/unnotificationsoundname

public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

open class UNNotificationSound: NSObject, NSCopying {
    let name: String

    @available(*, unavailable)
    public override init() { fatalError("not offered") }

    @_spi(Testing)
    public required init(what: String) {
        name = what
        super.init()
    }

    public convenience init(named name: UNNotificationSoundName) { self.init(what: name.rawValue) }

    open class var `default`: UNNotificationSound { UNNotificationSound(what: "default") }
    @available(iOS 15.2, *)
    open class var defaultRingtone: UNNotificationSound { UNNotificationSound(what: "ringtone") }
    @available(iOS 12.0, *)
    open class var defaultCritical: UNNotificationSound { UNNotificationSound(what: "critical") }
    @available(iOS 12.0, *)
    open class func defaultCriticalSound(withAudioVolume volume: Float) -> Self { Self(what: "critical") }
    @available(iOS 15.2, *)
    open class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> Self { Self(what: name.rawValue) }
    @available(iOS 12.0, *)
    open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> Self { Self(what: name.rawValue) }
    @available(iOS 12.0, *)
    open class func criticalSoundNamed(
        _ name: UNNotificationSoundName, withAudioVolume volume: Float
    ) -> Self { Self(what: name.rawValue) }

    open func copy(with zone: NSZone? = nil) -> Any { self }
    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationSound)?.name == name }
    open override var hash: Int { name.hashValue }
}
