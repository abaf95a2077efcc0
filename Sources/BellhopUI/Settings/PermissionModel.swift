import BellhopKit
import Observation

/// Asks for permission to notify: first with the app's own explanation, because the system's dialog appears only once,
/// and never at launch.
@Observable @MainActor
final class PermissionModel {
    /// Indicates whether the system's dialog is on the screen.
    private(set) var isAsking = false
    /// Indicates whether the user has decided since the launch, and is not asked again.
    private var isDecided = false
    private let app: AppModel

    init(in app: AppModel) { self.app = app }

    var step: PermissionStep? { app.permission }

    /// Indicates whether the user may be asked now.
    var isDue: Bool { app.isPaired && (step == .prime || step == .upgrade) }

    /// Indicates whether the screen is presented by itself: the user may be asked, has not decided since the launch,
    /// and no ask would be covered.
    var isOffered: Bool { isDue && !isDecided && !app.navigator.isBusy }

    /// Records that the user has seen the app's explanation.
    func shown() async {
        if step == .prime { await app.bellhop.permissionPrimed() }
    }

    func allow() async {
        guard !isAsking else { return }
        isAsking = true
        await app.bellhop.requestAuthorization()
        (isAsking, isDecided) = (false, true)
    }

    /// Requests provisional permission, which the system grants without asking: notifications arrive quietly.
    func allowQuietly() async {
        guard !isAsking else { return }
        isAsking = true
        await app.bellhop.requestAuthorization([.standard, .provisional])
        (isAsking, isDecided) = (false, true)
    }

    func notNow() async {
        isDecided = true
        await app.bellhop.permissionPutOff()
    }

    /// Treats the swipe that closes the screen as "not now".
    func dismissed() {
        guard isOffered, !isAsking else { return }
        isDecided = true
        // Unstructured: the decision is stored also when the screen closes.
        Task { await app.bellhop.permissionPutOff() }
    }
}
