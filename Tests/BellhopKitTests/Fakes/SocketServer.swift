import Foundation

/// A small web server on a free loopback port. Each connection has a thread, which reads a request's head and then runs
/// the test's handler.
final class SocketServer: Sendable {
    /// One request, and the way to answer it.
    struct Exchange {
        let path: String
        let head: String
        fileprivate let socket: Int32

        /// - Returns: `true` while the client still reads.
        @discardableResult
        func send(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { SocketServer.send(socket, $0.baseAddress, $0.count) }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        func send(_ status: Int, _ headers: [String] = [], _ body: [UInt8] = []) {
            let head = (["HTTP/1.1 \(status) Any", "Connection: close"] + headers).joined(separator: "\r\n")
            send(Array("\(head)\r\n\r\n".utf8) + body)
        }

        /// Returns when the client has closed the connection.
        func waitForEnd() {
            var byte: UInt8 = 0
            while read(socket, &byte, 1) > 0 {}
        }
    }

    struct NoSocket: Error {}

    let port: UInt16
    private let listener: Int32
    private let log = Log()

    init(_ answer: @escaping @Sendable (Exchange) -> Void) throws {
        #if canImport(Darwin)
        let kind = SOCK_STREAM
        #else
        let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        listener = socket(AF_INET, kind, 0)
        guard listener >= 0 else { throw NoSocket() }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let file = listener
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(file, $0, length) == 0 && listen(file, 16) == 0 && getsockname(file, $0, &length) == 0
            }
        }
        guard isListening else { throw NoSocket() }
        port = UInt16(bigEndian: address.sin_port)
        let accepting = Thread { [log] in
            while true {
                let socket = accept(file, nil, nil)
                guard socket >= 0 else {
                    #if !canImport(Darwin)
                    close(file)
                    #endif
                    return
                }
                let thread = Thread {
                    defer { close(socket) }
                    guard let exchange = Self.readHead(socket) else { return }
                    log.note(exchange)
                    answer(exchange)
                    // Closing with an unread body would reset the connection, and lose the response.
                    shutdown(socket, Int32(SHUT_WR))
                    exchange.waitForEnd()
                }
                thread.start()
            }
        }
        accepting.start()
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        // Elsewhere the thread closes it: the number of a closed descriptor goes to the next server, and a thread that
        // starts late would accept its connections.
        #if canImport(Darwin)
        close(listener)
        #endif
    }

    func url(_ path: String = "/") -> URL {
        URL(string: "http://127.0.0.1:\(port)\(path)") ?? URL(fileURLWithPath: "/")
    }

    /// The requested paths, in order.
    var paths: [String] { log.exchanges.map(\.path) }
    /// The requests' whole texts.
    var requestHeads: [String] { log.exchanges.map(\.head) }

    private final class Log: @unchecked Sendable {
        private let lock = NSLock()
        // Guarded by `lock`.
        private var noted: [Exchange] = []

        var exchanges: [Exchange] { lock.withLock { noted } }
        func note(_ exchange: Exchange) { lock.withLock { noted.append(exchange) } }
    }

    private static func readHead(_ socket: Int32) -> Exchange? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
            guard bytes.count < 16_384, read(socket, &byte, 1) == 1 else { return nil }
            bytes.append(byte)
        }
        let head = String(decoding: bytes, as: UTF8.self)
        let words = head.split(separator: " ")
        return words.count > 1 ? Exchange(path: String(words[1]), head: head, socket: socket) : nil
    }

    /// A closed connection is an error and not a signal.
    fileprivate static func send(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
        var one: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
        return Foundation.send(socket, bytes, count, 0)
        #else
        return Foundation.send(socket, bytes, count, Int32(MSG_NOSIGNAL))
        #endif
    }
}
