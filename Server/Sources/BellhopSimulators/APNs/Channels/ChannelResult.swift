import BellhopModel

/// What a request about channels gets when it was taken (Apple, "Sending channel management requests to APNs").
struct ChannelResult: Sendable {
    var status = 200
    /// Of a channel just made.
    var channelID: ChannelID?
    /// JSON; `nil` for none.
    var body: String?

    static func made(_ id: ChannelID?) -> Self { Self(status: 201, channelID: id) }
    static let deleted = Self(status: 204)
    static let published = Self()

    static func storage(_ storage: ChannelStorage?) -> Self {
        Self(body: #"{"message-storage-policy":\#(storage == .latest ? 1 : 0),"push-type":"LiveActivity"}"#)
    }

    static func list(_ channels: [ChannelID]) -> Self {
        Self(body: #"{"channels":[\#(channels.map { "\"\($0)\"" }.joined(separator: ","))]}"#)
    }
}
