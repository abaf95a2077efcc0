import BellhopKit
public import BellhopModel
public import Observation

/// Why does nothing come, and why are there no buttons: everything that decides it, on one screen.
@Observable @MainActor
public final class DiagnosticsModel {
    public private(set) var lines: [DiagnosticLine] = []
    public private(set) var devices: [DeviceSummary] = []

    private let about: String
    private let delegateOwner: @MainActor () -> String?
    private let app: AppModel

    /// - Parameters:
    ///   - about: the app, its version and the system's, for the exported text.
    ///   - delegateOwner: the type of the notification center's delegate; `nil` when there is none.
    public init(in app: AppModel, about: String, delegateOwner: @escaping @MainActor () -> String?) {
        self.app = app
        self.about = about
        self.delegateOwner = delegateOwner
    }

    public func load() async {
        let facts = await app.bellhop.diagnostics()
        lines = DiagnosticLine.all(
            of: facts, delegateOwner: delegateOwner(), isConnected: app.isConnected, at: app.clock.now)
        if case .items(let devices, _) = await app.bellhop.devices() { self.devices = devices }
    }

    /// To be sent to whoever helps. No token, key, name or notification is in it.
    public var text: String {
        ([about] + lines.map { "\($0.isGood ? "ok " : "!! ")\($0.name): \($0.value)" }).joined(separator: "\n")
    }
}
