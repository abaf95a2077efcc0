public import BellhopModel
import Synchronization

extension FCMSimulator {
    /// Makes a registration token known, or changes what is known of it.
    public func register(_ device: FCMDevice) { exchange.state.withLock { $0.devices[device.token.text] = device } }

    /// As if the app had been deleted: from now on the token is answered with 404 `UNREGISTERED`. Nothing happens when
    /// it is not registered.
    public func unregister(_ token: DeviceToken) {
        exchange.state.withLock { $0.devices[token.text]?.state = .unregistered }
    }

    /// Makes a service account known, beside those of the configuration, or changes what is known of it.
    public func accept(_ account: FCMAccount) { exchange.state.withLock { $0.accounts[account.email] = account } }

    /// Forgets a service account, and every access token that it was given.
    public func revoke(_ email: String) {
        exchange.state.withLock { state in
            state.accounts[email] = nil
            state.grants = state.grants.filter { $0.value.account.email != email }
        }
    }

    /// Forgets every access token that was given out, as Google may at any time.
    public func revokeTokens() { exchange.state.withLock { $0.grants = [:] } }

    /// Puts a device online: the stream gives what was stored for it, oldest first, then every message as it comes.
    ///
    /// The device is offline again when the stream is no longer read. A second attachment of the same token ends the first.
    public func attach(token: DeviceToken) -> AsyncStream<DeliveredMessage> { exchange.attach(token) }

    /// Every request to send from now on, as soon as its fate is decided. Nothing is missed while the stream is held.
    public func requests() -> AsyncStream<ReceivedMessage> { exchange.observe() }

    /// Every request to send so far, in order.
    public var received: [ReceivedMessage] { exchange.state.withLock { $0.log } }

    public var statistics: FCMStatistics { exchange.state.withLock { $0.statistics } }
}
