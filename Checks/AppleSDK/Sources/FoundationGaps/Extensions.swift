// developer.apple.com/documentation/foundation/nsextensioncontext, …/nsextensionrequesthandling

import Foundation

open class NSExtensionContext: NSObject {
    /// What other modules keep here: an extension cannot store.
    public var extras: [String: Any] = [:]
    /// What was called, for tests.
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
