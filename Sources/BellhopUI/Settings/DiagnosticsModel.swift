import BellhopKit
import BellhopModel
import Observation

/// The facts that explain missing notifications and missing buttons.
@Observable @MainActor
final class DiagnosticsModel {
    private(set) var lines: [DiagnosticLine] = []
    private(set) var devices: [DeviceSummary] = []

    private let about: String
    private let delegateOwner: @MainActor () -> String?
    private let app: AppModel

    /// - Parameters:
    ///   - about: the app, its version and the system's, for the exported text.
    ///   - delegateOwner: the type of the notification center's delegate; `nil` when there is none.
    init(in app: AppModel, about: String, delegateOwner: @escaping @MainActor () -> String?) {
        self.app = app
        self.about = about
        self.delegateOwner = delegateOwner
    }

    func load() async {
        let facts = await app.bellhop.diagnostics()
        lines = DiagnosticLine.all(
            of: facts, delegateOwner: delegateOwner(), isConnected: app.isConnected, at: app.clock.now)
        if case .items(let devices, _) = await app.bellhop.devices() { self.devices = devices }
    }

    /// The facts as text, to be sent for support. It contains no token, key, name or notification.
    var text: String {
        ([about] + lines.map { "\($0.isGood ? "ok " : "!! ")\($0.name): \($0.value)" }).joined(separator: "\n")
    }
}

/// One fact: its name, its value, and whether the value is as expected.
struct DiagnosticLine: Hashable, Sendable, Identifiable {
    let name: String
    let value: String
    let isGood: Bool

    var id: String { name }

    static func all(
        of facts: Diagnostics, delegateOwner: String?, isConnected: Bool?, at now: Timestamp, words: Strings = .current
    ) -> [Self] {
        let incomplete = facts.incompleteCategories.map(\.rawValue)
        return [
            Self(
                name: words.diagnosticsAuthorization, value: facts.settings.authorization.text(words),
                isGood: [.authorized, .provisional, .ephemeral].contains(facts.settings.authorization)),
            Self(
                name: words.diagnosticsTimeSensitive, value: facts.settings.timeSensitive.text(words),
                isGood: facts.settings.timeSensitive == .on),
            Self(
                name: words.diagnosticsCategories,
                value: incomplete.isEmpty
                    ? words.diagnosticsCategoriesComplete(count: facts.categories.count)
                    : words.diagnosticsCategoriesMissing(names: incomplete.joined(separator: ", ")),
                isGood: incomplete.isEmpty),
            Self(
                name: words.diagnosticsDelegate, value: delegateOwner ?? words.diagnosticsNone,
                isGood: delegateOwner != nil),
            Self(
                name: words.diagnosticsToken, value: facts.token.text(words), isGood: facts.token == .registered),
            Self(
                name: words.diagnosticsConnection, value: connection(isConnected, words), isGood: isConnected != false),
            Self(
                name: words.diagnosticsLastPush,
                value: facts.lastPush.map { words.diagnosticsAgo(time: ElapsedText.since($0, at: now)) }
                    ?? words.diagnosticsNotYet,
                isGood: true),
            Self(
                name: words.diagnosticsPendingAnswers, value: "\(facts.pendingAnswers)",
                isGood: facts.pendingAnswers == 0),
            Self(name: words.diagnosticsScheduled, value: "\(facts.scheduled)", isGood: true),
        ]
    }

    private static func connection(_ isConnected: Bool?, _ words: Strings) -> String {
        switch isConnected {
        case true: words.diagnosticsConnected
        case false: words.diagnosticsDisconnected
        case nil: words.diagnosticsNotYet
        }
    }
}

extension AuthorizationState {
    func text(_ words: Strings) -> String {
        switch self {
        case .notDetermined: words.authorizationNotDetermined
        case .denied: words.authorizationDenied
        case .authorized: words.authorizationAuthorized
        case .provisional: words.authorizationProvisional
        case .ephemeral: words.authorizationEphemeral
        }
    }
}

extension NotificationSettings.Switch {
    fileprivate func text(_ words: Strings) -> String {
        switch self {
        case .notSupported: words.switchNotSupported
        case .off: words.switchOff
        case .on: words.switchOn
        }
    }
}

extension Diagnostics.Token {
    fileprivate func text(_ words: Strings) -> String {
        switch self {
        case .none: words.diagnosticsNotYet
        case .failed: words.tokenFailed
        case .unregistered: words.tokenUnregistered
        case .registered: words.tokenRegistered
        }
    }
}
