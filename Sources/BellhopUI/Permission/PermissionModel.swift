public import BellhopKit
public import Observation

/// Leads the person towards allowing notifications: the app's own words first, since the system's question can be put
/// only once, and never at launch.
@Observable @MainActor
public final class PermissionModel {
    /// The system's question is on the screen.
    public private(set) var isAsking = false
    private let app: AppModel

    public init(in app: AppModel) { self.app = app }

    public var step: PermissionStep? { app.permission }

    /// Whether to offer the screen unasked: there is something to gain, and the person is not to be left alone.
    public var isDue: Bool { app.isPaired && (step == .prime || step == .upgrade) }

    /// The screen is in front.
    public func shown() async {
        if step == .prime { await app.bellhop.permissionPrimed() }
    }

    public func allow() async {
        guard !isAsking else { return }
        isAsking = true
        await app.bellhop.requestAuthorization()
        isAsking = false
    }

    /// Without asking: quietly, until the person decides.
    public func allowQuietly() async {
        guard !isAsking else { return }
        isAsking = true
        await app.bellhop.requestAuthorization([.standard, .provisional])
        isAsking = false
    }

    public func notNow() async { await app.bellhop.permissionPutOff() }
}
