import ArgumentParser
import BellhopAgents
import BellhopClient
import BellhopModel
import BellhopTerminal
import Foundation

struct AskCommand: AsyncParsableCommand {
    enum Fallback: String, ExpressibleByArgument, CaseIterable { case deny, approve, none }

    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Asks and waits for the answer.",
        discussion: """
            Without --option it asks for an approval; with options it asks a question and prints the answer.

            Exit code 0: approved or answered. 1: denied. 2: no answer in time. 3: could not ask, or the answer is not \
            signed by a device that is known here. 64: the command line cannot be understood; nothing was asked. 130: stopped by Control-C or another signal; the ask is withdrawn.

              bellhop ask "Deploy?" && ./deploy
            """)

    @Argument(help: "What to ask; - reads it from standard input.")
    var text: String

    @Option(help: "A title above it.")
    var title = "Question"

    @Option(
        name: [.customLong("option")],
        help: ArgumentHelp("An answer to choose; repeat it for more.", valueName: "label"))
    var options: [String] = []

    @Option(help: "Seconds to wait, 1 to 86400.")
    var timeout = 120

    @Option(help: "Seconds before a phone is told, 0 to 300; open apps see the question at once.")
    var hold = 0

    @Option(name: [.customLong("default")], help: "What no answer in time counts as: deny, approve or none.")
    var fallback = Fallback.none

    @Flag(help: "Print the ask as JSON, as it stands in the end.")
    var json = false

    @OptionGroup var server: ServerOptions

    func validate() throws {
        try MessageText.check(text)
        guard APILimits.askSeconds.contains(timeout) else {
            throw ValidationError("--timeout takes 1 to 86400 seconds.")
        }
        guard APILimits.holdSeconds.contains(hold), hold == 0 || hold < timeout else {
            throw ValidationError("--hold takes 0 to 300 seconds, and less than --timeout.")
        }
    }

    func run() async throws {
        let outcome: AskWait
        do {
            outcome = try await ask(MessageText.read(text))
        } catch let code as ExitCode {
            throw code
        } catch let misuse as CommandFailure where misuse.exitCode == .validationFailure {
            throw misuse
        } catch {
            Output.remark("bellhop: \(Refusals.words(for: error, of: Self.self))")
            throw ExitCode(3)
        }
        if json, case .ended(let ask) = outcome { try Output.json(ask) }
        guard case .ended(let ask) = outcome, ask.state != .expired else { throw exitWithoutAnswer() }
        switch ask.resolution?.answer?.answer {
        case .approve?, .approveAndRemember?:
            if !json { Output.line("approved") }
        case .replies(let replies)?:
            if !json { for reply in replies { Output.line(reply.words) } }
        case .deny(let message, _)?:
            if !json { Output.line(message.map { "denied: \($0)" } ?? "denied") }
            throw ExitCode(1)
        case nil:
            Output.remark("bellhop: the ask was withdrawn")
            throw ExitCode(2)
        }
    }

    private func ask(_ text: String) async throws -> AskWait {
        let questions = options.isEmpty ? [] : [Question(text: text, options: options.map { .init(label: $0) })]
        let nonce = AskNonce.random()
        let request = AskRequest(
            content: .init(
                title: title, body: text, input: text, inputDigest: InputDigest.hex(of: text, nonce: nonce),
                nonce: nonce, questions: questions,
                origin: Origin(host: HostName.current, folder: FileManager.default.currentDirectoryPath)),
            expiresIn: timeout, hold: hold)
        let settings = try server.settings()
        let access = try server.access(settings)
        return try await BellhopClient.with(access.address, key: access.key) { client in
            let deadline = ClientTime.system.now() + .seconds(timeout)
            let ask = try await client.createAsk(request).ask
            let waited = try await unlessInterrupted {
                // Beside it: an answer that comes at once is not kept waiting, and ends the warning.
                async let _: Void = Self.warnIfNobodyIsTold(of: ask, client)
                return try await client.waitForAnswer(to: ask.id, until: deadline)
            }
            guard var outcome = waited else {
                _ = try? await client.closeAsk(ask.id, reason: .withdrawnByAgent)
                Output.remark("bellhop: interrupted; the ask is withdrawn")
                throw ExitCode(130)
            }
            if case .gaveUp = outcome, let closed = try? await client.closeAsk(ask.id, reason: .withdrawnByAgent),
                closed.state != .withdrawn
            {
                outcome = .ended(closed)
            }
            if case .ended(let ended) = outcome, ended.resolution?.answer != nil {
                let verification = AnswerVerification(keys: try await client.answerKeys(trusted: settings.publicKeys))
                let verdict = verification.verdict(on: ended, askedAbout: request.content.inputDigest)
                if case .refused(let refusal) = verdict { throw CommandFailure(refusal.description) }
            }
            return outcome
        }
    }

    /// Whoever waits without a device waits in vain, unless somebody has an app or a console open.
    private static func warnIfNobodyIsTold(of ask: Ask, _ client: BellhopClient) async {
        guard let reason = await whyNobodyIsTold(of: ask, client) else { return }
        Output.remark("bellhop: no device is told: \(reason)")
    }

    /// - Returns: `nil` when somebody is told, or nobody knows.
    static func whyNobodyIsTold(of ask: Ask, _ client: BellhopClient) async -> String? {
        guard let devices = try? await client.listDevices() else { return nil }
        if devices.isEmpty { return "none is paired; `bellhop pair` makes a code for one" }
        guard devices.contains(where: { $0.state == .active }) else {
            return "none of yours is active; see `bellhop devices`"
        }
        guard let sent = await client.sent(ask), sent.devices == 0, let reason = sent.reason else { return nil }
        return "\(ShownText.line(reason)); an app that is open shows it all the same"
    }

    private func exitWithoutAnswer() -> ExitCode {
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
