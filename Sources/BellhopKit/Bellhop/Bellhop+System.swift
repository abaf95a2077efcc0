public import BellhopModel

/// Calls of the system: notifications, registration and permission.
extension Bellhop {
    // MARK: Notifications

    /// A notification arrived while the app is open: `willPresent`.
    ///
    /// - Returns: the parts that the system shows.
    public func notificationArrived(_ notification: DeliveredNotification) async -> ForegroundPresentation {
        await notifications.arrived(notification)
    }

    /// A silent push arrived: `didReceiveRemoteNotification`. Returns when its work is done.
    public func pushArrived(_ payload: PushPayload) async -> BackgroundResult {
        await notifications.pushArrived(payload)
    }

    /// The person responded to a notification: `didReceive response`, and a scene's connection options.
    ///
    /// Returns when an answer was accepted by the server, or stored to be sent later. A response that is reported twice
    /// counts once.
    public func responded(_ response: NotificationResponse) async { await notifications.responded(response) }

    /// The person wants to see the app's notification settings: `openSettingsFor`.
    public func settingsRequested() { notifications.routes.append(OpenedRoute(.settings)) }

    /// The app was opened by one of Bellhop's links (``Route/init(link:)``).
    public func opened(_ route: Route) { notifications.routes.append(OpenedRoute(route)) }

    // MARK: Registration

    /// Reports the push token of the system: `didRegisterForRemoteNotificationsWithDeviceToken`, at every launch.
    @discardableResult
    public func tokenArrived(_ bytes: some Sequence<UInt8>) async -> RegistrationState {
        await registration.tokenArrived(Array(bytes))
    }

    /// Reports that the system returned no push token: `didFailToRegisterForRemoteNotificationsWithError`.
    @discardableResult
    public func tokenFailed(_ message: String) async -> RegistrationState { await registration.tokenFailed(message) }

    /// Pairs the device with the code that `bellhop pair` shows. The code is kept until there is a push token, and retried
    /// until the server has accepted or refused it.
    @discardableResult
    public func pair(code: String) async -> RegistrationState { await registration.pair(code: code) }

    /// Reports a new server address, app version, device name, language or time zone.
    @discardableResult
    public func identityChanged(_ identity: AppIdentity) async -> RegistrationState {
        await registration.identityChanged(identity)
    }

    /// Signs out. The device sends no more answers, and the server removes it as soon as it is reachable.
    ///
    /// - Throws: when the sign-out could not be stored; then nothing has changed.
    @discardableResult
    public func leave() async throws -> RegistrationState {
        let state = try await registration.leave()
        await inbox.setBadge(0)
        return state
    }

    // MARK: Permission

    /// The next step towards the permission to notify. Does not ask the person.
    public func permission() async -> PermissionStep { await permissions.step() }

    /// Records that the app has shown its own explanation of notifications.
    public func permissionPrimed() async { await permissions.primed() }

    /// Records that the user answered "not now" to the explanation.
    public func permissionPutOff() async { await permissions.putOff() }

    /// Asks the person to allow notifications. The system asks once; later calls return the present state. No other call
    /// asks.
    ///
    /// - Returns: the present state, also when the system could not ask.
    @discardableResult
    public func requestAuthorization(_ options: AuthorizationOptions = .standard) async -> AuthorizationState {
        await permissions.request(options)
    }

    /// Authenticates the device's owner.
    ///
    /// - Parameter reason: completes "… wants to", in the person's language.
    /// - Returns: `false` also where authentication is not available.
    public nonisolated func confirmsOwner(_ reason: String) async -> Bool { await ports.confirmOwner?(reason) ?? false }
}
