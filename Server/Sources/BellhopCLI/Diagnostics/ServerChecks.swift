import BellhopAgents
import BellhopClient
import BellhopCore
import BellhopFoundation
import BellhopModel

/// Checks of the server with the available keys.
struct ServerChecks {
    let url: String?
    let key: Secret?
    let settings: SettingsFile
    let folder: DataFolder
    let request: DiagnosisRequest
    let environment: [String: String]

    func findings() async -> [Finding] {
        var settings = (try? settings.load()) ?? ClientSettings()
        let isHere = folder.isServer(of: settings, at: url ?? environment.value("BELLHOP_URL"))
        settings.adminKey = settings.adminKey ?? (isHere ? folder.readAdminKey() : nil)
        guard let text = url ?? environment.value("BELLHOP_URL") ?? settings.url else {
            return [.skipped("server", "none is configured: start one with `bellhop serve`, or give --url")]
        }
        do {
            let address = try ServerAddress(text)
            var findings = [Self.cleartextWarning(of: address)].compactMap { $0 }
            if let problem = await reachability(of: address) { return findings + [problem] }
            findings.append(.ok("server", "\(address) and its database respond"))
            findings += await agent(access(settings, as: .agent))
            let hint = isHere ? "\(folder.adminKey.path) cannot be read" : "run this on the server's machine"
            findings += await admin(access(settings, as: .admin), orElse: "\(hint), or set BELLHOP_KEY")
            return findings
        } catch {
            return [
                .failure(
                    "server", "\(error)", do: "Give the server's address with --url, such as http://127.0.0.1:8787.")
            ]
        }
    }

    /// Warns when keys are sent to the server without encryption.
    static func cleartextWarning(of address: ServerAddress) -> Finding? {
        guard address.sendsInClear else { return nil }
        return .warning(
            "server",
            "the connection to \(address) is not encrypted: others on the network can read the key and the asks",
            do: "Put TLS in front of the server, and use an https:// address.")
    }

    private func access(_ settings: ClientSettings, as role: Role) -> ClientAccess? {
        try? settings.access(
            url: url, key: role == .agent ? key : nil, as: role, environment: environment, file: self.settings)
    }

    private func reachability(of address: ServerAddress) async -> Finding? {
        do {
            try await BellhopClient.with(address, key: nil) { try await $0.checkReadiness() }
            return nil
        } catch {
            return Self.failure("server", error, do: "Start it with `bellhop serve`, or check its log.")
        }
    }

    /// Checks the key and the devices that an agent's hook on this machine uses.
    private func agent(_ access: ClientAccess?) async -> [Finding] {
        let subject = "agent key"
        guard let access else {
            return [.warning(subject, "there is none on this machine", do: "Create one with `bellhop keys create`.")]
        }
        do {
            let devices = try await BellhopClient.with(access.address, key: access.key) {
                try await $0.call(API.listDevices).items
            }
            let active = devices.filter(\.isAnswering)
            guard !active.isEmpty else {
                return [
                    .warning(subject, "works, but its user has no active device", do: "Pair one with `bellhop pair`.")
                ]
            }
            let names = active.map { DisplayText.line($0.name) }.joined(separator: ", ")
            return [.ok(subject, "works; asks go to \(names)"), trust(in: active)]
        } catch let error as ClientError where [.forbidden, .unauthorized].contains(error.refusal) {
            return [Self.failure(subject, error, do: "Create a new one with `bellhop keys create`.")]
        } catch {
            return [Self.failure(subject, error, do: "Check the server's log.")]
        }
    }

    /// Checks that hooks on this machine verify answers with pinned device keys.
    private func trust(in devices: [DeviceSummary]) -> Finding {
        guard let trust = (try? settings.load().governed(by: .system))?.answerTrust, let pins = trust.pins else {
            return .warning(
                "answers", "hooks on this machine do not verify who answered: they trust the server",
                do: "Run `bellhop devices --trust`, so that they verify each answer's signature themselves.")
        }
        let verification = AnswerVerification(keys: pins)
            .extended(by: devices, acceptsFileKeys: trust.acceptsFileKeys)
        let unknown = devices.filter { !verification.trusts($0.id) }
        guard !unknown.isEmpty else { return .ok("answers", "hooks verify each answer's signature") }
        let names = unknown.map { DisplayText.line($0.name) }.joined(separator: ", ")
        return .warning(
            "answers", "answers from \(names) are not accepted on this machine",
            do: "Run `bellhop devices --trust`, if the devices are yours.")
    }

    /// - Parameter missing: the remedy when there is no admin key.
    private func admin(_ access: ClientAccess?, orElse missing: String) async -> [Finding] {
        let subject = "gateways"
        guard let access else {
            return [.skipped(subject, "no admin key is available: \(missing)")]
        }
        do {
            return try await BellhopClient.with(access.address, key: access.key) { client in
                let sent = SystemTime().now
                let diagnosis = try await client.diagnose(request)
                return diagnosis.findings(sent: sent, received: SystemTime().now)
            }
        } catch let error as ClientError where error.refusal == .forbidden {
            return [
                .skipped(
                    subject,
                    "the available key is not an admin key: set BELLHOP_KEY to one, or run this on the server's machine"
                )
            ]
        } catch let error as ClientError where error.refusal == .unauthorized {
            return [
                .warning(
                    subject, "the server does not accept the available admin key",
                    do: "Set BELLHOP_KEY to an admin key that is not revoked, or run this on the server's machine.")
            ]
        } catch {
            return [Self.failure(subject, error, do: "Check the server's log.")]
        }
    }
}

extension ServerChecks: FieldNaming {
    static let arguments = ["app": "--app", "platform": "--platform"]

    /// The finding for a failed call, with arguments in place of the API's field names.
    ///
    /// - Parameter remedy: the remedy when the refusal has none.
    static func failure(_ subject: String, _ error: any Error, do remedy: String) -> Finding {
        let parts = RefusalText.parts(of: error, Self.self)
        return .failure(subject, parts.problem, do: parts.remedy ?? remedy)
    }
}

extension ClientError {
    fileprivate var refusal: APIErrorCode? { if case .refused(let error, _) = self { error.code } else { nil } }
}
