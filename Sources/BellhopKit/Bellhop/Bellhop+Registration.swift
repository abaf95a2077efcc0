import BellhopModel

extension Bellhop {
    /// The system gave a push token: `didRegisterForRemoteNotificationsWithDeviceToken`, at every launch.
    @discardableResult
    public func tokenArrived(_ bytes: some Sequence<UInt8>) async -> RegistrationState {
        guard let token = DeviceToken(bytes: bytes) else {
            return await tokenFailed(Strings.current.registrationEmptyToken)
        }
        await registrar.tokenArrived(token)
        return await register()
    }

    /// The system gave none: `didFailToRegisterForRemoteNotificationsWithError`.
    @discardableResult
    public func tokenFailed(_ message: String) async -> RegistrationState {
        await registrar.tokenFailed(message)
        return await register()
    }

    /// Pairs the device with the code that `bellhop pair` showed. The code is kept until there is a token, and tried
    /// until the server has said yes or no.
    @discardableResult
    public func pair(code: String) async -> RegistrationState {
        await registrar.pairingCodeEntered(code)
        if await !registrar.hasToken { await ports.receivePushes?(true) }
        return await register()
    }

    /// The server's address, the app's version, or the device's name, language or time zone is another now.
    @discardableResult
    public func identityChanged(_ identity: AppIdentity) async -> RegistrationState {
        await registrar.identityChanged(identity)
        return await register()
    }

    /// Signs out: from now on the device answers nothing, and the server is told to forget it as soon as it can be.
    ///
    /// - Throws: when that could not be written down; then nothing has changed.
    @discardableResult
    public func leave() async throws -> RegistrationState {
        try await registrar.leave()
        if let receivePushes = ports.receivePushes {
            await receivePushes(false)
            await registrar.tokenWithdrawn()
        }
        await owner.leave(forgetting: forgetful)
        await forgetLists()
        await clearing.setBadge(0)
        note(badge: 0)
        return await register()
    }

    /// Takes whatever step the registration needs.
    @discardableResult
    func register() async -> RegistrationState {
        let state = await registrar.advance()
        await note(state)
        return state
    }
}
