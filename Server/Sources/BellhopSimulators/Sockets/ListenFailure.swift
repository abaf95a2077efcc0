import Foundation
import NIOCore

/// A simulator's address cannot be listened on. The description is the system's own word for it.
public struct ListenFailure: Error, CustomStringConvertible, Hashable {
    /// Of `bind(2)` or `listen(2)`, such as `EADDRINUSE`.
    public let code: CInt

    init(_ error: IOError) { code = error.errnoCode }

    public var description: String { String(cString: strerror(code)) }
}
