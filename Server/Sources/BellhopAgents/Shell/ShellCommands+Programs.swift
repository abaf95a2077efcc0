/// Downloaded or decoded text that the line runs as a program, so that the line does not show the effect.
extension ShellCommands {
    /// `curl … | sh`, `sh <(curl …)`, `bash -c "$(wget …)"`, `curl -o x … && sh x`.
    var runsDownload: Bool {
        isRun { $0.run(ofAny: Self.downloaders) != nil } || runsDownloadedFile
    }

    /// `base64 -d … | sh`, `eval "$(printf …)"`.
    var runsDecodedText: Bool {
        isRun { command in
            if command.run(ofAny: ["printf", "xxd", "rev", "tr"]) != nil { return true }
            guard let found = command.run(ofAny: ["base64", "base32", "openssl"]) else { return false }
            return found.arguments.contains { ["-d", "-D", "-di", "--decode"].contains($0) }
        }
    }

    /// Returns whether the output of a source is piped into an interpreter, or substituted into its arguments.
    ///
    /// Runs in one pass: a line may have a hundred thousand commands.
    private func isRun(_ isSource: (ShellCommand) -> Bool) -> Bool {
        var hasSource = false
        var hasInterpreter = false
        var isInside = false
        for command in all {
            if command.connector == .sequence {
                hasSource = false
                hasInterpreter = false
                isInside = false
            }
            if command.connector == .substitution, hasInterpreter { isInside = true }
            if hasSource, command.connector == .pipe, command.runsInput { return true }
            if isSource(command) {
                if isInside { return true }
                hasSource = true
            }
            if command.runsArguments { hasInterpreter = true }
        }
        return false
    }

    private var runsDownloadedFile: Bool {
        var files: Set<String> = []
        return all.contains { command in
            if !files.isEmpty {
                if command.run(ofAny: files) != nil { return true }
                let script = command.run(ofAny: ShellCommand.interpreters)?.arguments
                if script?.contains(where: { files.contains(ShellCommand.name(of: $0)) }) ?? false { return true }
            }
            if let file = command.downloadedFile.map(ShellCommand.name), !file.isEmpty { files.insert(file) }
            return false
        }
    }

    private static let downloaders: Set<String> = [
        "curl", "wget", "fetch", "http", "https", "aria2c", "nc", "ncat", "socat", "irm", "iwr", "invoke-webrequest",
        "invoke-restmethod",
    ]
}

extension ShellCommand {
    static let interpreters = shells.union([
        "python", "python2", "python3", "node", "deno", "bun", "perl", "ruby", "php", "lua", "osascript", "source", ".",
        "eval",
    ])

    /// `true` when the command reads its program from standard input.
    fileprivate var runsInput: Bool {
        guard let found = run(ofAny: Self.interpreters) else { return false }
        if found.arguments.contains(where: { $0 == "-" || $0 == "/dev/stdin" || $0 == "-s" }) { return true }
        return !hasInlineProgram(found) && (found.arguments.first?.hasPrefix("-") ?? true)
    }

    /// `true` when the command runs a program from its arguments.
    fileprivate var runsArguments: Bool {
        guard let found = run(ofAny: Self.interpreters) else { return false }
        return hasInlineProgram(found) || found.arguments.first?.hasPrefix("-") ?? true
    }

    private func hasInlineProgram(_ found: (program: String, arguments: ArraySlice<String>)) -> Bool {
        let letters = Self.shells.contains(found.program) ? "c" : "cemnpr"
        return found.arguments.contains { argument in
            argument.hasPrefix("-") && !argument.hasPrefix("--") && argument.contains(where: letters.contains)
        }
    }

    /// The file that a download is kept in.
    fileprivate var downloadedFile: String? {
        guard let (program, arguments) = run(ofAny: ["curl", "wget", "aria2c"]) else { return nil }
        if let target = targets.first { return target }
        let option = arguments.firstIndex { argument in
            ["--output", "--output-document", "--out"].contains(argument)
                || argument.hasPrefix("-") && !argument.hasPrefix("--")
                    && argument.hasSuffix(program == "wget" ? "O" : "o")
        }
        if let option, option + 1 < arguments.endIndex { return arguments[option + 1] }
        guard program != "curl" || arguments.contains(where: { $0.hasPrefix("-") && $0.contains("O") }) else {
            return nil
        }
        return arguments.last { $0.contains("/") }
    }
}
