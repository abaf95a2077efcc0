public import Foundation

/// The parts of a proxy between Unix-domain sockets.
public enum UnixRelay {
    /// Copies bytes until one side closes, or until `check` returns `false`, which closes the connection of the client,
    /// or `nil`, which leaves both open.
    ///
    /// - Parameter check: receives bytes before they are copied, and whether they are the client's.
    public static func relay(_ client: Int32, _ upstream: Int32, check: (Bool, [UInt8]) -> Bool?) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            var entries = [client, upstream].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            _ = poll(&entries, 2, -1)
            for (index, entry) in entries.enumerated() where entry.revents != 0 {
                let count = read(entry.fd, &buffer, buffer.count)
                guard count > 0 else {
                    close(client)
                    close(upstream)
                    return
                }
                let bytes = Array(buffer[..<count])
                guard let goesOn = check(index == 0, bytes) else { return }
                guard goesOn else {
                    close(client)
                    return
                }
                _ = write(index == 0 ? upstream : client, bytes, bytes.count)
            }
        }
    }

    /// Opens a socket and calls `use` with its address at `path`.
    ///
    /// - Returns: -1 when `use` does not return 0.
    public static func socket(
        _ path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        #if canImport(Darwin)
        let descriptor = Foundation.socket(AF_UNIX, SOCK_STREAM, 0)
        #else
        let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let result = withUnsafeBytes(of: &address) {
            use(descriptor, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
        return result == 0 ? descriptor : -1
    }
}
