// developer.apple.com/documentation/corefoundation: the names that the Keychain calls speak in. Bridging by `as`
// works on Linux, since these are the classes of swift-corelibs-foundation.
// developer.apple.com/documentation/foundation/nsextensioncontext, …/nsextensionrequesthandling
// developer.apple.com/documentation/foundation/filemanager/containerurl(forsecurityapplicationgroupidentifier:)
// developer.apple.com/documentation/foundation/localizedstringresource
// developer.apple.com/documentation/foundation/url/cachesdirectory,
// …/url/startaccessingsecurityscopedresource()

public import Foundation
@_exported import Foundation

public typealias CFTypeRef = AnyObject
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public typealias CFData = NSData
public typealias CFURL = NSURL
public typealias CFError = NSError
public typealias CFBoolean = NSNumber
public typealias CFAllocator = NSObject
public typealias OSStatus = Int32

nonisolated(unsafe) public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
nonisolated(unsafe) public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)

open class NSExtensionContext: NSObject {
    /// Storage for other modules, whose extensions cannot store.
    public var extras: [String: Any] = [:]
    /// The calls, for tests.
    public var calls: [String] = []

    open var inputItems: [Any] { [] }
    open func completeRequest(returningItems items: [Any]?, completionHandler: (@Sendable (Bool) -> Void)? = nil) {}
    open func cancelRequest(withError error: any Error) {}
    open func open(_ URL: URL, completionHandler: (@Sendable (Bool) -> Void)? = nil) { completionHandler?(false) }
}

/// developer.apple.com/documentation/swift/autoreleasepool(invoking:)
public func autoreleasepool<Result, Failure: Error>(invoking body: () throws(Failure) -> Result) throws(Failure)
    -> Result
{
    try body()
}

/// developer.apple.com/documentation/foundation/nsuseractivity
open class NSUserActivity: NSObject {
    private let kind: String
    public init(activityType: String) {
        kind = activityType
        super.init()
    }
    open var activityType: String { kind }
    open var webpageURL: URL?
    open var userInfo: [AnyHashable: Any]?
}

public let NSUserActivityTypeBrowsingWeb: String = "NSUserActivityTypeBrowsingWeb"

extension FileManager {
    /// A folder for each group whose name begins with `group.`: an app under test has it in its entitlements.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        guard groupIdentifier.hasPrefix("group.") else { return nil }
        return temporaryDirectory.appendingPathComponent(groupIdentifier, isDirectory: true)
    }
}

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

extension URL {
    public static var cachesDirectory: URL { URL.temporaryDirectory.appending(path: "Caches") }

    /// - Returns: `false` for a file that needs no permission, such as one of the process's own.
    public func startAccessingSecurityScopedResource() -> Bool { SecurityScope.enter(self) }
    public func stopAccessingSecurityScopedResource() { SecurityScope.leave(self) }
}

/// Not part of Apple's API: files of other processes, such as attachments, which are readable only between the two
/// calls above.
public enum SecurityScope {
    private static let lock = NSLock()
    // Guarded by `lock`: the number of entries per file.
    nonisolated(unsafe) private static var entered: [String: Int] = [:]

    @_spi(Testing)
    public static func protect(_ url: URL) { lock.withLock { entered[url.path] = entered[url.path] ?? 0 } }

    /// The number of entries without a matching exit.
    @_spi(Testing)
    public static func depth(of url: URL) -> Int { lock.withLock { entered[url.path] ?? 0 } }

    public static func isReadable(_ url: URL) -> Bool { lock.withLock { entered[url.path] != 0 } }

    static func enter(_ url: URL) -> Bool {
        lock.withLock {
            guard let depth = entered[url.path] else { return false }
            entered[url.path] = depth + 1
            return true
        }
    }

    static func leave(_ url: URL) { lock.withLock { entered[url.path]? -= 1 } }
}
