import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

extension DevicesCommand {
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Imports the push tokens that another server has collected.",
            discussion: """
                Each device needs user_id, platform, token, environment and app; name, app_version, locale and time_zone \
                may follow. Imported devices are sent notifications and never asks, because they have no key to answer with. \
                To import a token again changes nothing.
                """)

        @Argument(help: "A file with one JSON object in each line, or with a JSON array of them.")
        var file: String

        @Flag(help: "Print JSON.")
        var json = false

        @OptionGroup var server: AdminOptions

        /// Devices in one request: with the longest tokens they still fit into its body.
        private static let batch = 500

        func run() async throws {
            let devices = try Self.devices(in: InputFile.text(of: file), of: file)
            let outcome = try await server.withClient { client in
                var outcome = ImportedDevices(registered: 0, skipped: [])
                for start in stride(from: 0, to: devices.count, by: Self.batch) {
                    let part = try await client.importDevices(Array(devices[start...].prefix(Self.batch)))
                    outcome.registered += part.registered
                    outcome.skipped += part.skipped.map { $0 + start }
                }
                return outcome
            }
            if json { return try Output.json(outcome) }
            Output.line("imported \(outcome.registered) of \(devices.count)")
            guard !outcome.skipped.isEmpty else { return }
            let numbers = outcome.skipped.map { String($0 + 1) }.joined(separator: ", ")
            Output.remark("Skipped, because the token belongs to a paired device of another user: \(numbers).")
        }

        /// The devices as they are written: the server checks their fields.
        static func devices(in text: String, of file: String) throws -> [JSONValue] {
            if let list = try? CanonicalJSON.decode([JSONValue].self, from: text.utf8) { return list }
            return try text.split(whereSeparator: \.isNewline).enumerated().map { index, line in
                guard let device = try? CanonicalJSON.decode(JSONValue.self, from: line.utf8), device.object != nil
                else {
                    throw CommandFailure("Line \(index + 1) of \(file) is not a JSON object.")
                }
                return device
            }
        }
    }
}
