/// One of the services that APNs consists of. Each has hosts of its own, and its own words.
enum APNsService: Sendable, Hashable, CaseIterable {
    /// To one device.
    case pushes
    /// To everybody who follows a channel.
    case broadcasts
    /// Makes, lists and deletes channels.
    case channels

    /// What a request is called by: chosen by us, echoed by APNs.
    var idField: String { self == .pushes ? "apns-id" : "apns-request-id" }

    /// The most of an answer that is read, in bytes. An error has less than a hundred; a list names up to 10,000
    /// channels, whose ids are of no certain size.
    var answerLimit: Int { self == .channels ? 4 << 20 : 4096 }

    /// What metrics call it.
    var gateway: String {
        switch self {
        case .pushes: "apns"
        case .broadcasts: "apns-broadcast"
        case .channels: "apns-channels"
        }
    }

    /// Making a channel is 201, deleting it 204 (Apple, Sending channel management requests to APNs).
    func isSuccess(_ status: Int) -> Bool { self == .channels ? (200...299).contains(status) : status == 200 }
}
