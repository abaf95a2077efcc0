import BellhopModel
import NIOCore

/// Apple, Sending channel management requests to APNs.
extension APNsRequest {
    static func createChannel(of app: String, storage: ChannelStorage, id: String) throws -> Self {
        let body = try CanonicalJSON.encode(ChannelBody(policy: storage.policy))
        return Self(service: .channels, path: channels(of: app), id: id, body: ByteBuffer(bytes: body))
    }

    static func readChannel(_ channel: ChannelID, of app: String, id: String) -> Self {
        Self(
            service: .channels, method: "GET", path: channels(of: app), id: id, channel: channel.description)
    }

    static func deleteChannel(_ channel: ChannelID, of app: String, id: String) -> Self {
        Self(
            service: .channels, method: "DELETE", path: channels(of: app), id: id, channel: channel.description)
    }

    static func listChannels(of app: String, id: String) -> Self {
        Self(service: .channels, method: "GET", path: "/1/apps/\(app)/all-channels", id: id)
    }

    private static func channels(of app: String) -> String { "/1/apps/\(app)/channels" }
}

/// A channel as APNs writes it.
struct ChannelBody: Codable, Hashable {
    /// 0 or 1.
    var policy: Int
    /// The only one there is; spelled otherwise than in `apns-push-type`.
    var pushType = "LiveActivity"

    enum CodingKeys: String, CodingKey {
        case policy = "message-storage-policy"
        case pushType = "push-type"
    }
}

/// All channels of an app.
struct ChannelListBody: Decodable {
    var channels: [ChannelID]
}

extension ChannelStorage {
    /// "No Message Stored" and "Most Recent Message Stored".
    var policy: Int { self == .latest ? 1 : 0 }

    init?(policy: Int) {
        switch policy {
        case 0: self = .nothing
        case 1: self = .latest
        default: return nil
        }
    }
}
