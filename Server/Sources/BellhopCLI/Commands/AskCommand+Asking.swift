import ArgumentParser
import BellhopAgents
import BellhopClient
import BellhopHook
import BellhopModel
import BellhopTerminal
import Foundation

extension AskCommand {
    /// Asks, prints what comes of it, and then tells the phone that its answer has arrived.
    ///
    /// - Throws: `ExitCode` for everything but an answer that is a yes, and why it could not be asked.
    func ask(_ text: String) async throws {
        let request = request(text)
        let settings = try server.settings()
        let access = try server.access(settings)
        try await BellhopClient.with(access.address, key: access.key) { client in
            let outcome = try await outcome(of: request, client, trusted: settings.answerTrust)
            let code = try show(outcome)
            // What nobody could read has not arrived, whatever it was.
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

    /// - Parameter trusted: whose answers count.
    private func outcome(
        of request: AskRequest, _ client: BellhopClient, trusted: AnswerTrust
    ) async throws -> AskWait {
        let deadline = ClientTime.system.now() + .seconds(timeout)
        let (ask, waited) = try await askUnlessInterrupted(request, client, until: deadline)
        var outcome = waited
        if case .gaveUp = outcome, let closed = try? await client.closeAsk(ask.id, reason: .withdrawnByAgent),
            closed.state != .withdrawn
        {
            outcome = .ended(closed)
        }
        if case .ended(let ended) = outcome, ended.resolution?.answer != nil {
            let verdict = try await client.verdict(
                on: ended, askedAbout: request.content.inputDigest, trust: trusted)
            if case .refused(let refusal) = verdict { throw CommandFailure(refusal.description) }
        }
        return outcome
    }

    /// Says on standard error what is waited for, and always when that is in vain.
    func report(_ ask: Ask, _ client: BellhopClient) async {
        let told = await Self.told(of: ask, client)
        if case .nobody(let reason) = told { return Output.remark("bellhop: no device is told: \(reason)") }
        guard progress ?? (isatty(STDERR_FILENO) == 1) else { return }
        Output.remark("bellhop: " + Self.wait(for: ask, told: told))
    }

    /// Which devices show an ask.
    enum Told: Hashable {
        case nobody(String)
        case devices(Int)
        /// It could not be read.
        case unknown
    }

    static func told(of ask: Ask, _ client: BellhopClient) async -> Told {
        guard let devices = try? await client.call(API.listDevices).items else { return .unknown }
        if devices.isEmpty { return .nobody("none is paired; `bellhop pair` makes a code for one") }
        guard devices.contains(where: { $0.state == .active && $0.trust == .trusted }) else {
            return .nobody("none of yours is active and trusted; see `bellhop devices`")
        }
        guard let sent = await client.sent(ask), let count = sent.devices else { return .unknown }
        guard count == 0, let reason = sent.reason else { return .devices(count) }
        return .nobody("\(DisplayText.line(reason)); an app that is open shows it all the same")
    }

    /// The ask, its devices and its end, as a sentence.
    ///
    /// - Parameter zone: whose clocks the reader goes by.
    static func wait(for ask: Ask, told: Told, zone: TimeZone = .current) -> String {
        let text = ask.request.title == usualTitle ? ask.request.body : ask.request.title
        let devices =
            switch told {
            case .devices(1): " on 1 device"
            case .devices(let count): " on \(count) devices"
            case .unknown, .nobody: ""
            }
        let seconds = (ask.deadline - ask.createdAt).components.seconds
        let end = Date(timeIntervalSince1970: Double(ask.deadline.milliseconds) / 1000)
            .formatted(Date.ISO8601FormatStyle(timeZone: zone).time(includingFractionalSeconds: false))
        return "\"\(DisplayText.line(text, characters: 60))\" waits for an answer\(devices) until \(end) "
            + "(\(ShortTime.text(seconds: Int(seconds)))); Control-C withdraws it"
    }
}
