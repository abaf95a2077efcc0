#if canImport(UIKit) && !os(watchOS)
import Foundation
import Security

/// Why the Keychain did not do it. That there is no such item is not a failure.
public enum KeychainFailure: Error, Hashable, Sendable {
    /// The device was not unlocked since it was started.
    case locked
    /// The app has no right to the access group: its entitlements do not list it.
    case notEntitled
    /// Anything else (`OSStatus`).
    case other(Int32)

    init(_ status: OSStatus) {
        self =
            switch status {
            case errSecInteractionNotAllowed, errSecNotAvailable: .locked
            case errSecMissingEntitlement: .notEntitled
            default: .other(status)
            }
    }
}
#endif
