public import BellhopModel
import Synchronization

extension FCMSimulator {
    /// Queues `fault` for the next requests that are in order. Those that break a rule are refused for that, and leave
    /// the script as it is.
    ///
    /// - Parameters:
    ///   - times: how many requests it strikes.
    ///   - token: only messages to this device; `nil` for any. A device's own faults come before the others.
    public func script(_ fault: FCMFault, times: Int = 1, for token: DeviceToken? = nil) {
        exchange.state.withLock { $0.sendScript.add(fault, times: times, token: token?.text) }
    }

    /// The same for requests for an access token.
    public func scriptToken(_ fault: FCMFault, times: Int = 1) {
        exchange.state.withLock { $0.tokenScript.add(fault, times: times, token: nil) }
    }

    /// Gives the answers that ``FCMFault/hold`` keeps back.
    public func release() { exchange.release() }

    /// Closes the port: new connections are refused by the system, open ones go on. ``start()`` opens it again.
    public func refuseConnections() async { await listener.close() }

    /// Cuts every open connection, with no GOAWAY and no TLS close_notify. New ones are taken.
    public func cutConnections() async { await listener.cutConnections() }
}
