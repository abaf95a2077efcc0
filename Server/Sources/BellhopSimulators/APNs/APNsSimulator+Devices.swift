public import BellhopModel
import Synchronization

extension APNsSimulator {
    /// Makes a device token known, or changes what is known of it.
    public func register(_ device: SimulatedDevice) {
        exchange.state.withLock { $0.devices[device.token.text.lowercased()] = device }
    }

    /// As if the app had been deleted: from now on the token is answered with 410 `Unregistered` and this moment.
    /// Nothing happens when the token is not registered.
    public func unregister(_ token: DeviceToken, since moment: Timestamp) {
        exchange.state.withLock { $0.devices[token.text.lowercased()]?.state = .unregistered(since: moment) }
    }

    /// Makes a key known, beside those of the configuration.
    public func accept(_ key: ProviderKey) { exchange.state.withLock { $0.keys[key.keyID] = key } }

    /// Forgets a key. As with Apple, connections that have used it go on until they are closed.
    public func revoke(keyID: String) { exchange.state.withLock { $0.keys[keyID] = nil } }

    /// Puts a device online: the stream gives what was stored for it, oldest first, then every push as it comes.
    ///
    /// The device is offline again when the stream is no longer read. A second attachment of the same token ends the first.
    public func attach(token: DeviceToken) -> AsyncStream<DeliveredPush> { exchange.attach(token) }
}
