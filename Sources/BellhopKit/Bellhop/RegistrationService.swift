import BellhopModel

/// Keeps the device registered with its server, and erases user data when another user is paired.
actor RegistrationService {
    private let registrar: Registrar
    private let binding: UserBinding
    private let userData: [any UserScoped]
    private let publisher: UpdatePublisher
    private let receivePushes: (@Sendable (Bool) async -> Void)?
    private let clock: any ClockPort
    /// Signalled when the registration has changed.
    private let signal: AsyncSignal

    /// - Parameter userData: in the order in which it is erased.
    init(
        registrar: Registrar, binding: UserBinding, userData: [any UserScoped], publisher: UpdatePublisher,
        receivePushes: (@Sendable (Bool) async -> Void)?, clock: any ClockPort, signal: AsyncSignal
    ) {
        self.registrar = registrar
        self.binding = binding
        self.userData = userData
        self.publisher = publisher
        self.receivePushes = receivePushes
        self.clock = clock
        self.signal = signal
    }

    func tokenArrived(_ bytes: some Sequence<UInt8> & Sendable) async -> RegistrationState {
        guard let token = DeviceToken(bytes: bytes) else {
            return await tokenFailed(Strings.current.registrationEmptyToken)
        }
        await registrar.tokenArrived(token)
        return await register()
    }

    func tokenFailed(_ message: String) async -> RegistrationState {
        await registrar.tokenFailed(message)
        return await register()
    }

    func pair(code: String) async -> RegistrationState {
        await registrar.pairingCodeEntered(code)
        if await !registrar.hasToken { await receivePushes?(true) }
        return await register()
    }

    func identityChanged(_ identity: AppIdentity) async -> RegistrationState {
        await registrar.identityChanged(identity)
        return await register()
    }

    /// - Throws: when the sign-out could not be stored; then nothing has changed.
    func leave() async throws -> RegistrationState {
        try await registrar.leave()
        if let receivePushes {
            await receivePushes(false)
            await registrar.tokenWithdrawn()
        }
        await binding.unbind(erasing: userData)
        return await register()
    }

    /// Takes the next registration step, if any.
    @discardableResult
    func register() async -> RegistrationState {
        let state = await registrar.advance()
        await publish(state)
        return state
    }

    /// Repeats a failed attempt immediately.
    func retry() async {
        if case .retrying = await registrar.state { await register() }
    }

    /// Publishes the state, after the former user's data is erased.
    func publish(_ state: RegistrationState) async {
        let request = publisher.beginRegistration()
        if case .registered(_, let user) = state { await binding.bind(user, erasing: userData) }
        publisher.publish(state, of: request)
    }

    /// Registers again whenever it is due, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            if let pause = await registrar.pause, pause == .zero { await register() }
            await signal.wait(atMost: await registrar.pause, clock)
        }
    }
}
