/// What a path about channels names, and which of Apple's services it belongs to.
enum ChannelTarget: Sendable, Hashable {
    /// `/4/broadcasts/apps/<app>` (Apple, "Sending broadcast push notification requests to APNs")
    case broadcast(app: String)
    /// `/1/apps/<app>/channels` (Apple, "Sending channel management requests to APNs")
    case channels(app: String)
    /// `/1/apps/<app>/all-channels`
    case allChannels(app: String)

    var app: String {
        switch self {
        case .broadcast(let app), .channels(let app), .allChannels(let app): app
        }
    }

    /// `nil` when the path is none of these.
    init?(path: String) {
        // Every push comes by here: the common case is settled by one byte.
        guard path.utf8.dropFirst().first != UInt8(ascii: "3") else { return nil }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        switch (parts.count, parts.first) {
        case (4, "4") where parts[1] == "broadcasts" && parts[2] == "apps" && !parts[3].isEmpty:
            self = .broadcast(app: parts[3])
        case (4, "1") where parts[1] == "apps" && parts[3] == "channels" && !parts[2].isEmpty:
            self = .channels(app: parts[2])
        case (4, "1") where parts[1] == "apps" && parts[3] == "all-channels" && !parts[2].isEmpty:
            self = .allChannels(app: parts[2])
        default: return nil
        }
    }
}

extension PushRequest {
    /// `nil` when the request is a push to a device, or to nowhere.
    var channelTarget: ChannelTarget? { ChannelTarget(path: path) }
}
