import ArgumentParser
import BellhopFoundation
import BellhopModel
import BellhopTerminal

struct PayloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payload", abstract: "Work with push payloads without a server.", subcommands: [Lint.self])

    struct Lint: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "lint",
            abstract: "Check payloads before they are sent.",
            discussion: """
                Reports fields that APNs or FCM would reject, that a phone would not show, or that the app could not use. \
                Files for the Simulator (.apns) are checked as the pushes that they simulate. Exits with 1 when a payload \
                has an error, with 2 when a file cannot be read.
                """)

        @Argument(help: "Files with one payload each; - reads standard input.")
        var files: [String]

        @Option(
            help: """
                The push type of APNs, or fcm: \(Self.types) (default: derived from the payload).
                """)
        var type: String?

        @Option(help: "A category that your app registers in addition to Bellhop's; repeat it for more.")
        var category: [String] = []

        @Flag(help: "Print JSON, one line for each file.")
        var json = false

        func validate() throws { _ = try pushType() }

        func run() throws {
            let lint = PayloadLint(pushType: try pushType(), knownCategories: Set(category.map { CategoryID($0) }))
            var isSendable = true
            for file in files {
                let checked = CheckedPayload(file: file, report: lint.report(on: try read(file)))
                isSendable = isSendable && checked.report.isSendable
                if json { try Output.json(checked) } else { checked.lines.forEach { Output.line($0) } }
            }
            if !isSendable { throw ExitCode.failure }
        }

        private static let types = PayloadPushType.allCases.map(\.rawValue).joined(separator: ", ")

        private func pushType() throws -> PayloadPushType? {
            guard let type else { return nil }
            guard let known = PayloadPushType(rawValue: type) else {
                throw ValidationError("--type takes one of \(Self.types).")
            }
            return known
        }

        /// Reads at most ``limit`` bytes, far more than any gateway accepts.
        private func read(_ file: String) throws -> [UInt8] {
            if file == "-" { return StandardInput.read(limit: Self.limit) }
            let descriptor = open(file, O_RDONLY | O_CLOEXEC)
            defer { if descriptor >= 0 { close(descriptor) } }
            guard descriptor >= 0, let bytes = Descriptor.read(descriptor, limit: Self.limit) else {
                Output.remark("\(file) cannot be read.")
                throw ExitCode(2)
            }
            return bytes
        }

        private static let limit = 1 << 20
    }
}

/// The report about one file.
struct CheckedPayload: Encodable {
    let file: String
    let report: PayloadLintReport

    /// The findings in the format of compilers: file, severity, message.
    var lines: [String] {
        let name = file == "-" ? "standard input" : file
        guard !report.findings.isEmpty else {
            let kind = [report.pushType.rawValue, report.category?.rawValue].compactMap(\.self).joined(separator: ", ")
            return ["\(name): ok (\(kind), \(report.size) of \(report.limit) bytes)"]
        }
        return report.findings.map { "\(name): \($0.severity.rawValue): \($0) [\($0.rule.rawValue)]" }
    }
}
