import ArgumentParser
import BellhopAgents
import BellhopClient
import BellhopFoundation
import BellhopHook
import BellhopModel
import BellhopStore
import BellhopTerminal

struct AskCommand: AsyncParsableCommand {
    enum Fallback: String, ExpressibleByArgument, CaseIterable { case deny, approve, none }

    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Ask for an approval or an answer, and wait for it.",
        discussion: """
            Without --option it asks for an approval; with options it asks a question and prints the answer.

            Exit codes: 0 approved or answered; 1 denied; 2 no answer in time; 3 the ask failed, the answer is not \
            signed by a device that is trusted here, or the answer could not be printed; 64 wrong usage, nothing was \
            asked; 130 interrupted by Control-C or another signal, the ask is withdrawn.

              bellhop ask "Deploy?" && ./deploy
            """)

    @Argument(help: "The text; - reads it from standard input.")
    var text: String

    @Option(help: "The title.")
    var title = Self.usualTitle

    static let usualTitle = "Question"

    @Option(
        name: [.customLong("option")],
        help: ArgumentHelp("An answer to choose from; repeat it for more.", valueName: "label"))
    var options: [String] = []

    @Option(help: "The time to wait for an answer in seconds, 1 to 86400.")
    var timeout = 120

    @Option(
        help:
            "The delay before phones are notified in seconds, 0 to 300 and less than --timeout. Open apps show it at once."
    )
    var hold = 0

    @Option(name: [.customLong("default")], help: "The result when the deadline passes: deny, approve or none.")
    var fallback = Fallback.none

    @Flag(
        inversion: .prefixedNo,
        help: "Print the ask, its deadline and its number of devices on standard error (default: on a terminal)."
    )
    var progress: Bool?

    @Flag(help: "Print the ended ask as JSON.")
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
            Output.remark("bellhop: \(RefusalText.message(for: error, of: Self.self))")
            throw ExitCode(3)
        }
    }

    /// Prints the result.
    ///
    /// - Returns: its exit code.
    func show(_ outcome: AskWait) throws -> ExitCode {
        if json, case .ended(let ask) = outcome { try Output.json(ask) }
        guard case .ended(let ask) = outcome, ask.state != .expired else { return showNoAnswer() }
        switch ask.resolution?.answer?.answer {
        case .approve?, .approveAndRemember?:
            if !json { Output.line("approved") }
            return .success
        case .replies(let replies)?:
            if !json { for reply in replies { Output.line(reply.line) } }
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
    /// The chosen labels, then the typed text, on one line.
    fileprivate var line: String { (selected + [text].compactMap { $0 }).joined(separator: ", ") }
}

extension AskCommand {
    /// Asks, prints the result, and reports to the phone that the answer has arrived.
    ///
    /// - Throws: `ExitCode` unless the result is a success, or the error that prevented the ask.
    func ask(_ text: String) async throws {
        let request = request(text)
        let settings = try server.settings()
        let access = try server.access(settings)
        try await BellhopClient.with(access.address, key: access.key) { client in
            let outcome = try await outcome(of: request, client, trusted: settings.answerTrust)
            let code = try show(outcome)
            // An answer that could not be printed has not arrived.
            guard Output.loss == nil else { throw ExitCode(3) }
            if case .ended(let ended) = outcome, ended.resolution?.answer != nil {
                await client.reportApplied(ended.id)
            }
            guard code.isSuccess else { throw code }
        }
    }

    private func request(_ text: String) -> AskRequest {
        let questions = options.isEmpty ? [] : [Question(text: text, options: options.map { .init(label: $0) })]
        let nonce = AskNonce.random()
        return AskRequest(
            content: .init(
                title: title, body: text, input: text, inputDigest: InputDigest.hex(of: text, nonce: nonce),
                nonce: nonce, questions: questions,
                origin: Origin(host: HostName.current, folder: FileManager.default.currentDirectoryPath)),
            expiresIn: timeout, hold: hold)
    }

    /// - Parameter trusted: the devices whose answers are accepted.
    private func outcome(
        of request: AskRequest, _ client: BellhopClient, trusted: AnswerTrust
    ) async throws -> AskWait {
        let deadline = ClientTime.system.now() + .seconds(timeout)
        let (ask, waited) = try await createAndWait(request, client, until: deadline)
        var outcome = waited
        if case .gaveUp = outcome, let closed = try? await client.closeAsk(ask.id, reason: .withdrawnByAgent),
            closed.state != .withdrawn
        {
            outcome = .ended(closed)
        }
        if case .ended(let ended) = outcome, ended.resolution?.answer != nil {
            let result = try await client.verifyAnswer(
                to: ended, askedAbout: request.content.inputDigest, trust: trusted)
            if case .refused(let refusal) = result { throw CommandFailure(refusal.description) }
        }
        return outcome
    }

    /// Reports on standard error that the command is waiting, and always when no device is notified.
    func report(_ ask: Ask, _ client: BellhopClient) async {
        let notified = await Self.notifiedDevices(of: ask, client)
        if case .none(let reason) = notified { return Output.remark("bellhop: no device is notified: \(reason)") }
        guard progress ?? (isatty(STDERR_FILENO) == 1) else { return }
        Output.remark("bellhop: " + Self.waitDescription(of: ask, notified: notified))
    }

    /// The devices that are notified of an ask.
    enum NotifiedDevices: Hashable {
        /// No device, for this reason.
        case none(String)
        case count(Int)
        /// The number could not be read.
        case unknown
    }

    static func notifiedDevices(of ask: Ask, _ client: BellhopClient) async -> NotifiedDevices {
        guard let devices = try? await client.call(API.listDevices).items else { return .unknown }
        if devices.isEmpty { return .none("none is paired; pair one with `bellhop pair`") }
        guard devices.contains(where: { $0.state == .active && $0.trust == .trusted }) else {
            return .none(
                devices.contains(where: \.isAnswering)
                    ? "yours receives no pushes; an open page of the console shows the ask"
                    : "none of yours is active and trusted; see `bellhop devices`")
        }
        guard let sent = await client.sentNotification(of: ask), let count = sent.devices else { return .unknown }
        guard count == 0, let reason = sent.reason else { return .count(count) }
        return .none("\(DisplayText.line(reason)); an open app still shows the ask")
    }

    /// A sentence with the ask, its number of devices and its deadline.
    ///
    /// - Parameter zone: the time zone of the deadline.
    static func waitDescription(of ask: Ask, notified: NotifiedDevices, zone: TimeZoneRules = .current) -> String {
        let text = ask.request.title == usualTitle ? ask.request.body : ask.request.title
        let devices =
            switch notified {
            case .count(1): " on 1 device"
            case .count(let count): " on \(count) devices"
            case .unknown, .none: ""
            }
        let seconds = (ask.deadline - ask.createdAt).components.seconds
        // The time of `2026-11-22T13:02:00`.
        let end = zone.local(at: ask.deadline).description.suffix(8)
        return "\"\(DisplayText.line(text, characters: 60))\" waits for an answer\(devices) until \(end) "
            + "(\(DurationArgument.text(seconds: Int(seconds)))); Control-C withdraws it"
    }
}

extension AskCommand: FieldNaming {
    static let arguments = [
        "title": "--title", "body": "<text>", "input": "<text>", "questions[].text": "<text>",
        "questions[].options": "--option", "questions[].options[].label": "--option", "expires_in": "--timeout",
        "hold": "--hold",
    ]
}
