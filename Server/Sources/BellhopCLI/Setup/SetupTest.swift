import BellhopAgents
import BellhopClient
import BellhopHook
import BellhopModel
import BellhopTerminal

/// Sends one ask to the user's phone and waits for the answer, to prove that the installation works.
struct SetupTest: Sendable {
    static let seconds = 60
    let agent: Agent
    let settings: ClientSettings
    let time: ClientTime
    var nonce: @Sendable () -> String = AskNonce.random

    /// The result of the test.
    enum Outcome: Hashable, Sendable {
        case noServer(String)
        case noPhone
        /// No push is sent to any phone, for this reason.
        case noPush(String)
        case approved(by: String, after: Duration)
        case denied(by: String)
        case unanswered(phones: [String])
        case unverified(String)
        case failed(String)
    }

    /// - Parameters:
    ///   - access: the server and key that the hooks will use; throws when they are unknown.
    ///   - onAsked: called with the names of the phones, once the ask is stored.
    func run(
        _ access: () throws -> ClientAccess, onAsked: @escaping @Sendable ([String]) -> Void
    ) async -> Outcome {
        do {
            let access = try access()
            return try await BellhopClient.with(access.address, key: access.key) { client in
                let phones = try await client.call(API.listDevices).items.filter(\.isAnswering)
                guard !phones.isEmpty else { return .noPhone }
                return try await ask(client, phones, onAsked)
            }
        } catch let error as ClientError {
            switch error {
            case .badAddress, .noKey, .badKey, .cannotConnect: return .noServer(error.description)
            default: return .failed(error.description)
            }
        } catch {
            return .failed("\(error)")
        }
    }

    private func ask(
        _ client: BellhopClient, _ phones: [DeviceSummary], _ onAsked: @Sendable ([String]) -> Void
    ) async throws -> Outcome {
        let text = "Bellhop is set up for \(agent.name): tap Approve."
        let nonce = nonce()
        let digest = InputDigest.hex(of: text, nonce: nonce)
        let names = phones.map { DisplayText.line($0.name) }
        let start = time.now()
        let ask = try await client.createAsk(
            AskRequest(
                content: .init(
                    title: "Bellhop is set up", body: text, input: text, inputDigest: digest, nonce: nonce,
                    origin: Origin(host: HostName.current)),
                expiresIn: Self.seconds)
        ).ask
        if let sent = await client.sentNotification(of: ask, time: time), sent.devices == 0 {
            _ = try? await client.withdrawAsk(ask.id, reason: .withdrawnByAgent)
            return .noPush(sent.reason.map { DisplayText.line($0) } ?? "the server gives no reason")
        }
        onAsked(names)
        let waited = try await unlessInterrupted {
            try await client.waitForAnswer(to: ask.id, until: start + .seconds(Self.seconds))
        }
        guard let waited else {
            _ = try? await client.withdrawAsk(ask.id, reason: .withdrawnByAgent)
            return .failed("interrupted before the answer.")
        }
        guard case .ended(let ended) = waited, let answer = ended.resolution?.answer else {
            return .unanswered(phones: names)
        }
        let result = try await client.verifyAnswer(to: ended, askedAbout: digest, trust: settings.answerTrust)
        if case .refused(let refusal) = result { return .unverified(refusal.description) }
        await client.reportApplied(ask.id, by: time)
        let name = DisplayText.line(answer.deviceName)
        return ended.state == .approved ? .approved(by: name, after: time.now() - start) : .denied(by: name)
    }
}

extension SetupTest.Outcome {
    /// An answer arrived: the connection to the phone and back works.
    var isGood: Bool {
        switch self {
        case .approved, .denied: true
        case .noServer, .noPhone, .noPush, .unanswered, .unverified, .failed: false
        }
    }

    /// The result and the next step, for a terminal.
    var lines: [String] {
        switch self {
        case .noServer(let reason):
            [
                "Not tested: \(reason)",
                "Next: start a server with `bellhop serve`, pair a phone with `bellhop pair`, then run this again.",
            ]
        case .noPhone:
            [
                "Not tested: no phone is paired.",
                "Next: pair one with `bellhop pair`, or start one in a terminal with `bellhop phone`, then run this again.",
            ]
        case .noPush(let reason):
            [
                "Not tested: no phone is notified: \(reason).",
                "Next: `bellhop doctor` shows what is missing; a server pushes with --apns-key, --fcm-service-account or "
                    + "--simulate. Then run this again.",
            ]
        case .approved(let name, let duration):
            ["Approved on \(name) after \(duration.components.seconds) s: it works."]
        case .denied(let name):
            ["Denied on \(name): it works. An agent would have received the denial."]
        case .unanswered(let phones):
            [
                "No answer within \(SetupTest.seconds) s from \(phones.joined(separator: ", ")).",
                "Next: `bellhop history` and `bellhop explain` show whether it was delivered; `bellhop doctor` shows problems.",
            ]
        case .unverified(let reason):
            ["An answer arrived, but a hook would not accept it: \(reason)", "Next: `bellhop devices --trust`."]
        case .failed(let reason):
            ["Not tested: \(reason)", "Next: run `bellhop doctor`."]
        }
    }
}
