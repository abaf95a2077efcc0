import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct AskCommand: AsyncParsableCommand {
    enum Fallback: String, ExpressibleByArgument, CaseIterable { case deny, approve, none }

    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Asks and waits for the answer.",
        discussion: """
            Without --option it asks for an approval; with options it asks a question and prints the answer.

            Exit code 0: approved or answered. 1: denied. 2: no answer in time. 3: could not ask, the answer is not \
            signed by a device that is known here, or it could not be printed. 64: the command line cannot be \
            understood; nothing was asked. 130: stopped by Control-C or another signal; the ask is withdrawn.

              bellhop ask "Deploy?" && ./deploy
            """)

    @Argument(help: "What to ask; - reads it from standard input.")
    var text: String

    @Option(help: "A title above it.")
    var title = Self.usualTitle

    static let usualTitle = "Question"

    @Option(
        name: [.customLong("option")],
        help: ArgumentHelp("An answer to choose; repeat it for more.", valueName: "label"))
    var options: [String] = []

    @Option(help: "Seconds to wait, 1 to 86400.")
    var timeout = 120

    @Option(help: "Seconds before a phone is told, 0 to 300 and less than --timeout; open apps see it at once.")
    var hold = 0

    @Option(name: [.customLong("default")], help: "What no answer in time counts as.")
    var fallback = Fallback.none

    @Flag(
        inversion: .prefixedNo,
        help:
            "Say on standard error what is waited for, until when and on how many devices. Unless given: on a terminal."
    )
    var progress: Bool?

    @Flag(help: "Print the ask as JSON, as it stands in the end.")
    var json = false

    @OptionGroup var server: ServerOptions

    func validate() throws {
        try MessageText.check(text)
        try ArgumentRange.check(seconds: timeout, in: APILimits.askSeconds, "--timeout")
        guard APILimits.holdSeconds.contains(hold), hold == 0 || hold < timeout else {
            throw ValidationError("--hold takes 0 to 300 seconds, and less than --timeout.")
        }
    }

    func run() async throws {
        do {
            try await ask(MessageText.read(text))
        } catch let code as ExitCode {
            throw code
        } catch let misuse as CommandFailure where misuse.exitCode == .validationFailure {
            throw misuse
        } catch {
            Output.remark("bellhop: \(Refusals.words(for: error, of: Self.self))")
            throw ExitCode(3)
        }
    }

    /// Prints what came of asking.
    ///
    /// - Returns: the exit code for it.
    func show(_ outcome: AskWait) throws -> ExitCode {
        if json, case .ended(let ask) = outcome { try Output.json(ask) }
        guard case .ended(let ask) = outcome, ask.state != .expired else { return showNoAnswer() }
        switch ask.resolution?.answer?.answer {
        case .approve?, .approveAndRemember?:
            if !json { Output.line("approved") }
            return .success
        case .replies(let replies)?:
            if !json { for reply in replies { Output.line(reply.words) } }
            return .success
        case .deny(let message, _)?:
            if !json { Output.line(message.map { "denied: \($0)" } ?? "denied") }
            return ExitCode(1)
        case nil:
            Output.remark("bellhop: the ask was withdrawn")
            return ExitCode(2)
        }
    }

    private func showNoAnswer() -> ExitCode {
        Output.remark("bellhop: no answer in time")
        return switch fallback {
        case .none: ExitCode(2)
        case .deny: ExitCode(1)
        case .approve: .success
        }
    }
}

extension Reply {
    /// As a line of output: the chosen labels, then the typed text.
    fileprivate var words: String { (selected + [text].compactMap { $0 }).joined(separator: ", ") }
}
