import BellhopCore
import BellhopModel
import BellhopTerminal
import Logging
import Synchronization

/// The format of a server's log lines.
enum LogFormat: String, CaseIterable, Sendable {
    case text, json

    /// A handler that writes to standard error.
    func handler(label: String) -> any LogHandler {
        switch self {
        case .text: StreamLogHandler.standardError(label: label)
        case .json:
            JSONLogHandler(label: label, time: { SystemTime().now }) { line in
                Self.standardError.withLock { _ in Output.remark(line) }
            }
        }
    }

    /// Keeps lines whole that are longer than one write to a pipe.
    private static let standardError = Mutex(())
}

/// Writes each log line as one JSON object.
///
/// Secrets are values of the type `Secret`, whose description is redacted.
struct JSONLogHandler: LogHandler {
    let label: String
    let time: @Sendable () -> Timestamp
    let write: @Sendable (String) -> Void
    var logLevel: Logger.Level = .info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    init(
        label: String, time: @escaping @Sendable () -> Timestamp, write: @escaping @Sendable (String) -> Void
    ) {
        self.label = label
        self.time = time
        self.write = write
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata
        for more in [metadataProvider?.get(), event.metadata] {
            all.merge(more ?? [:]) { _, new in new }
        }
        if let error = event.error { all["error"] = "\(error)" }
        var fields: [String: JSONValue] = [:]
        for (name, value) in all { Self.add(value, as: name, to: &fields) }
        let line: JSONValue = [
            "time": .string(time().description), "level": .string(event.level.rawValue), "label": .string(label),
            "message": .string(event.message.description), "metadata": .object(fields),
            "source": .string(event.source),
        ]
        guard let text = try? CanonicalJSON.text(line) else { return }
        write(TerminalText.safe(json: text))
    }

    /// Adds the members of a dictionary and of an array as fields of their own, such as `device.name` and `hosts.0`.
    private static func add(_ value: Logger.MetadataValue, as name: String, to fields: inout [String: JSONValue]) {
        switch value {
        case .string(let text): fields[name] = .string(text)
        case .stringConvertible(let number as Int): fields[name] = .integer(Int64(number))
        case .stringConvertible(let number as Double) where number.isFinite: fields[name] = .number(number)
        case .stringConvertible(let value): fields[name] = .string(value.description)
        case .dictionary(let members):
            for (key, member) in members { add(member, as: "\(name).\(key)", to: &fields) }
        case .array(let members):
            for (index, member) in members.enumerated() { add(member, as: "\(name).\(index)", to: &fields) }
        }
    }
}
