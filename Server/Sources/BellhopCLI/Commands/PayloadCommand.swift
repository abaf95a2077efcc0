import ArgumentParser
import BellhopModel
import BellhopTerminal
import Foundation

struct PayloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payload", abstract: "Works on push payloads, without a server.", subcommands: [Lint.self])

    struct Lint: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "lint",
            abstract: "Checks payloads before they are sent.",
            discussion: """
                Finds what APNs or FCM would refuse, what a phone would not show, and what the app could not act on. \
                Files for the Simulator (.apns) are checked as they would be sent. Exits 1 when a payload has an error, 2 when a \
                file cannot be read.
                """)

        @Argument(help: "Files with one payload each; - is standard input.")
        var files: [String]

        @Option(
            help: """
                What it is for, an APNs push type or FCM: \(Self.types). Unless given, it is told from the payload.
                """)
        var type: String?

        @Option(help: "A category that your app registers beside Bellhop's. May be given again.")
        var category: [String] = []

        @Flag(help: "Print JSON, a line for each file.")
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

        /// At most a little more than any gateway takes: what is larger is wrong anyway.
        private func read(_ file: String) throws -> [UInt8] {
            if file == "-" { return StandardInput.read(limit: Self.limit) }
            guard let handle = try? FileHandle(forReadingFrom: URL(filePath: file)),
                let bytes = try? handle.read(upToCount: Self.limit) ?? Data()
            else {
                Output.remark("\(file) cannot be read.")
                throw ExitCode(2)
            }
            try? handle.close()
            return Array(bytes)
        }

        private static let limit = 1 << 20
    }
}

/// What is said about one file.
struct CheckedPayload: Encodable {
    let file: String
    let report: PayloadLintReport

    /// As compilers print it: file, severity, what.
    var lines: [String] {
        let name = file == "-" ? "standard input" : file
        guard !report.findings.isEmpty else {
            let kind = [report.pushType.rawValue, report.category?.rawValue].compactMap(\.self).joined(separator: ", ")
            return ["\(name): ok (\(kind), \(report.size) of \(report.limit) bytes)"]
        }
        return report.findings.map { "\(name): \($0.severity.rawValue): \($0) [\($0.rule.rawValue)]" }
    }
}
