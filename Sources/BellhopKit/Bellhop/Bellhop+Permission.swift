import BellhopModel

extension Bellhop {
    /// What the app may do now about the permission to notify. Asks nobody.
    public func permission() async -> PermissionStep {
        await permission.step(await ports.center.authorization())
    }

    /// The person is shown, in the app's own words, why notifications are wanted.
    public func permissionPrimed() async {
        await permission.primed()
        await tellPermission()
    }

    /// They said "not now".
    public func permissionPutOff() async {
        await permission.putOff()
        await tellPermission()
    }

    /// Asks the person to allow notifications, once; later gives what they said. Nothing but this call ever asks.
    ///
    /// - Returns: what they allow now, also when the system could not ask.
    @discardableResult
    public func requestAuthorization(_ options: AuthorizationOptions = .standard) async -> AuthorizationState {
        let state: AuthorizationState
        if let answer = try? await ports.center.requestAuthorization(options) {
            state = answer
            if !options.contains(.provisional) { await permission.asked() }
        } else {
            state = await ports.center.authorization()
        }
        // What they said is newer than every look that began before.
        if permissionLook.isNews(permissionLook.begin()) { note(state) }
        await tellPermission()
        return state
    }

    /// Looks how it stands: the person may have been in the system's settings.
    func tellPermission() async {
        let look = permissionLook.begin()
        let state = await ports.center.authorization()
        let step = await permission.step(state)
        guard permissionLook.isNews(look) else { return }
        note(state)
        note(step)
    }
}
