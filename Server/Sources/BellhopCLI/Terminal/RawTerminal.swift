import BellhopFoundation
import Dispatch
import Synchronization

/// Reads single keys from the terminal, without line editing and echo, and restores its mode at the end.
struct RawTerminal: Sendable {
    /// Standard input and standard output are terminals.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Runs `body` with a stream of the pressed keys.
    static func withKeys<Value: Sendable>(
        _ body: (AsyncStream<Key>) async throws -> Value
    ) async throws -> Value {
        var original = termios()
        tcgetattr(STDIN_FILENO, &original)
        var raw = original
        // Control-C is read as a key, because a signal would end the process before the terminal is restored.
        raw.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        defer { tcsetattr(STDIN_FILENO, TCSANOW, &original) }
        let (keys, continuation) = AsyncStream<Key>.makeStream()
        let reader = KeyReader(continuation)
        reader.start()
        defer { reader.stop() }
        return try await body(keys)
    }
}

/// Reads standard input on a separate thread, the only portable way to wait for a terminal.
private final class KeyReader: Sendable {
    private let continuation: AsyncStream<Key>.Continuation
    private let stopped = Mutex(false)

    init(_ continuation: AsyncStream<Key>.Continuation) { self.continuation = continuation }

    func start() {
        DispatchQueue(label: "bellhop.keys").async { [self] in
            var decoder = KeyDecoder()
            while !stopped.withLock({ $0 }) {
                // The short timeout lets the thread notice ``stop()``.
                var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                guard poll(&descriptor, 1, 100) > 0 else { continue }
                var buffer = [UInt8](repeating: 0, count: 64)
                let count = read(STDIN_FILENO, &buffer, buffer.count)
                guard count > 0 else { break }
                for key in decoder.keys(in: buffer[..<count]) { continuation.yield(key) }
            }
            continuation.yield(.end)
            continuation.finish()
        }
    }

    func stop() { stopped.withLock { $0 = true } }
}

/// Decodes terminal input into keys; input may end in the middle of a character (UTF-8, RFC 3629).
struct KeyDecoder: Sendable {
    /// The bytes of an incomplete character.
    private var rest: [UInt8] = []

    /// The escape sequences of keys (xterm's control sequences, in both of its cursor modes).
    private static let sequences: [String: Key] = [
        "[A": .up, "OA": .up, "[B": .down, "OB": .down, "[5~": .pageUp, "[6~": .pageDown,
    ]

    mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
        rest += bytes
        let whole = rest.dropLast(Self.unfinished(rest))
        var text = Substring(String(decoding: whole, as: UTF8.self))
        rest.removeFirst(whole.count)
        var keys: [Key] = []
        while let character = text.popFirst() {
            if character == "\u{1B}", let sequence = Self.sequence(text) {
                text = text.dropFirst(sequence.count)
                // Unknown sequences are ignored.
                if let key = Self.sequences[String(sequence)] { keys.append(key) }
            } else if let key = Self.key(character) {
                keys.append(key)
            }
        }
        return keys
    }

    /// The rest of an escape sequence, up to its final byte (ECMA-48, 5.4); `nil` for a lone escape character.
    private static func sequence(_ text: Substring) -> Substring? {
        guard let first = text.first, first == "[" || first == "O" else { return nil }
        guard let end = text.dropFirst().firstIndex(where: { ("@"..."~").contains($0) }) else { return text }
        return text[...end]
    }

    private static func key(_ character: Character) -> Key? {
        switch character {
        case "\n", "\r", "\r\n": .enter
        case "\u{1B}": .escape
        case "\u{7F}", "\u{08}": .backspace
        case "\u{03}": .interrupt
        case "\u{04}": .end
        case "\t": .character(" ")
        default: character.unicodeScalars.contains { $0.value < 0x20 } ? nil : .character(character)
        }
    }

    /// The number of bytes of an incomplete character at the end.
    private static func unfinished(_ bytes: [UInt8]) -> Int {
        for (count, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return length > count + 1 ? count + 1 : 0
        }
        return 0
    }
}

/// One key press.
enum Key: Hashable, Sendable {
    case character(Character)
    case enter, escape, backspace
    case up, down, pageUp, pageDown
    /// Control-C.
    case interrupt
    /// Standard input has ended, or Control-D was pressed.
    case end
}
