public import BellhopModel
import Synchronization

extension APNsSimulator {
    /// Queues `fault` for the next requests that are in order. Those that break a rule are refused for that, and leave
    /// the script as it is.
    ///
    /// - Parameters:
    ///   - times: how many requests it strikes.
    ///   - token: only requests for this token; `nil` for any. A token's own faults come before the others.
    public func script(_ fault: APNsFault, times: Int = 1, for token: DeviceToken? = nil) {
        exchange.state.withLock { $0.script.add(fault, times: times, token: token?.text.lowercased()) }
    }

    /// Drops every fault that has not faulted yet.
    public func clearScript() { exchange.state.withLock { $0.script = FaultScript<APNsFault>() } }

    /// Gives the answers that ``APNsFault/hold`` keeps back.
    public func release() { exchange.release() }

    /// Closes the port: new connections are refused by the system, open ones go on. ``start()`` opens it again.
    public func refuseConnections() async { await listener.close() }

    /// Cuts every open connection, with no GOAWAY and no TLS close_notify. New ones are taken.
    public func cutConnections() async { await listener.cutConnections() }
}
