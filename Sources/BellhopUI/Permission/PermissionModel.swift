public import BellhopKit
public import Observation

/// Leads the person towards allowing notifications: the app's own words first, since the system's question can be put
/// only once, and never at launch.
@Observable @MainActor
public final class PermissionModel {
    /// The system's question is on the screen.
    public private(set) var isAsking = false
    /// Whatever the person said: they are not asked again at once.
    private var isDecided = false
    private let app: AppModel

    public init(in app: AppModel) { self.app = app }

    public var step: PermissionStep? { app.permission }

    /// Whether to offer the screen unasked: there is something to gain, and the person is not to be left alone.
    public var isDue: Bool { app.isPaired && (step == .prime || step == .upgrade) }

    /// Whether the screen is put in front unasked: it is due, was not decided since the app was launched, and covers no
    /// ask.
    public var isOffered: Bool { isDue && !isDecided && !app.navigator.isBusy }

    /// The screen is in front.
    public func shown() async {
        if step == .prime { await app.bellhop.permissionPrimed() }
    }

    public func allow() async {
        guard !isAsking else { return }
        isAsking = true
        await app.bellhop.requestAuthorization()
        (isAsking, isDecided) = (false, true)
    }

    /// Without asking: quietly, until the person decides.
    public func allowQuietly() async {
        guard !isAsking else { return }
        isAsking = true
        await app.bellhop.requestAuthorization([.standard, .provisional])
        (isAsking, isDecided) = (false, true)
    }

    public func notNow() async {
        isDecided = true
        await app.bellhop.permissionPutOff()
    }

    /// The person has put the offer away with a swipe, which says as much as "not now".
    public func putAway() {
        guard isOffered, !isAsking else { return }
        isDecided = true
        // Unstructured: it is written down also when the screen is gone.
        Task { await app.bellhop.permissionPutOff() }
    }
}
