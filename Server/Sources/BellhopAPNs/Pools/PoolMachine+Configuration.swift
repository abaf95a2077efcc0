import NIOCore

extension PoolMachine.Limits {
    init(_ configuration: APNsConfiguration) {
        connections = max(configuration.maxConnections, 1)
        waiting = max(configuration.queueLimit, 1)
        requestDeadline = TimeAmount(configuration.requestDeadline)
        connectDeadline = TimeAmount(configuration.connectDeadline)
        pingInterval = TimeAmount(configuration.pingInterval)
        pingDeadline = TimeAmount(configuration.pingDeadline)
    }
}
