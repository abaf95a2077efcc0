import BellhopAPNs
import BellhopCore
import BellhopFCM
import BellhopModel
import BellhopTerminal
import Logging

extension Gateways {
    /// Those to which the options give credentials.
    ///
    /// - Throws: `CommandFailure`, or what a gateway says of its configuration.
    init(apns: APNsOptions, fcm: FCMOptions, assembly: ServerAssembly, logger: Logger) throws {
        // Everything is read before anything is made that has to be shut down.
        let (key, account) = (try apns.credential(), try fcm.account())
        let time = assembly.time
        if let key {
            add(
                try APNsGateway(
                    credentials: [key], configuration: try apns.gatewayConfiguration(), clock: { time.now },
                    logger: logger, metrics: assembly.metrics),
                for: .ios, .macos)
        }
        if let account {
            do {
                add(
                    try FCMGateway(
                        account: account, configuration: try fcm.gatewayConfiguration(), clock: { time.now },
                        logger: logger, metrics: assembly.metrics),
                    for: .android)
            } catch let error as FCMConfigurationError {
                throw CommandFailure("\(error).")
            }
        }
    }
}
