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

    /// Whoever waits without a device waits in vain, unless somebody has an app or a console open.
    static func warnIfNobodyIsTold(of ask: Ask, _ client: BellhopClient) async {
        guard let reason = await whyNobodyIsTold(of: ask, client) else { return }
        Output.remark("bellhop: no device is told: \(reason)")
    }

    /// - Returns: `nil` when somebody is told, or nobody knows.
    static func whyNobodyIsTold(of ask: Ask, _ client: BellhopClient) async -> String? {
        guard let devices = try? await client.listDevices() else { return nil }
        if devices.isEmpty { return "none is paired; `bellhop pair` makes a code for one" }
        guard devices.contains(where: { $0.state == .active && $0.trust == .trusted }) else {
            return "none of yours is active and trusted; see `bellhop devices`"
        }
        guard let sent = await client.sent(ask), sent.devices == 0, let reason = sent.reason else { return nil }
        return "\(ShownText.line(reason)); an app that is open shows it all the same"
    }
}
