import BellhopModel
import BellhopPush

extension Gateways {
    /// The one that keeps channels: APNs alone does, and Live Activities are an iPhone's.
    var broadcasts: (any BroadcastGateway)? { byPlatform[.ios] as? any BroadcastGateway }
}
