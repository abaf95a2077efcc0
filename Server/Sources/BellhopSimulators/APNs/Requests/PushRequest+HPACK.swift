import NIOHPACK

extension PushRequest {
    /// Reads a header block in one pass. Names are lower case already: the HTTP/2 layer refuses others (RFC 9113 §8.2.1).
    init(_ block: HPACKHeaders) {
        self.init()
        for (name, value, _) in block {
            let isFirst =
                switch name {
                case ":method": Self.fill(&method, value)
                case ":path": Self.fill(&path, value)
                case "authorization": Self.fill(&authorization, value)
                case "apns-id": Self.fill(&headers.id, value)
                case "apns-push-type": Self.fill(&headers.pushType, value)
                case "apns-topic": Self.fill(&headers.topic, value)
                case "apns-priority": Self.fill(&headers.priority, value)
                case "apns-expiration": Self.fill(&headers.expiration, value)
                case "apns-collapse-id": Self.fill(&headers.collapseID, value)
                case "apns-channel-id": Self.fill(&headers.channelID, value)
                case "apns-request-id": Self.fill(&headers.requestID, value)
                default: true
                }
            if !isFirst { repeatedField = name }
        }
    }

    private static func fill(_ field: inout String?, _ value: String) -> Bool {
        guard field == nil else { return false }
        field = value
        return true
    }

    private static func fill(_ field: inout String, _ value: String) -> Bool {
        field = value
        return true
    }
}
