// developer.apple.com/documentation/foundation/url/cachesdirectory,
// …/url/startaccessingsecurityscopedresource()

public import Foundation

extension URL {
    public static var cachesDirectory: URL { URL.temporaryDirectory.appending(path: "Caches") }

    /// False for a file that needs no permission, such as one of the process's own.
    public func startAccessingSecurityScopedResource() -> Bool { SecurityScope.enter(self) }
    public func stopAccessingSecurityScopedResource() { SecurityScope.leave(self) }
}

/// Not part of Apple's API: files of other processes, such as a notification's attachments, which can be read only
/// between the two calls above.
public enum SecurityScope {
    private static let lock = NSLock()
    // Guarded by `lock`: how often each was entered.
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
