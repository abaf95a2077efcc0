import NIOHPACK

extension APNsRequest {
    /// The request's fields (Apple, Sending notification requests to APNs).
    ///
    /// What differs from push to push is not put into HPACK's table, where it would only push out what stays the same
    /// (RFC 7541 §6.2.2; Apple asks for the same for `:path`, `authorization` and, after its first use, `apns-id`).
    func headers(authority: String, authorization: String) -> HPACKHeaders {
        var headers = HPACKHeaders()
        headers.reserveCapacity(11)
        headers.add(name: ":method", value: method)
        headers.add(name: ":scheme", value: "https")
        headers.add(name: ":authority", value: authority)
        headers.add(name: ":path", value: path, indexing: .nonIndexable)
        headers.add(name: "authorization", value: authorization, indexing: .nonIndexable)
        if let topic { headers.add(name: "apns-topic", value: topic) }
        if let pushType { headers.add(name: "apns-push-type", value: pushType) }
        if let priority { headers.add(name: "apns-priority", value: priority) }
        if let channel { headers.add(name: "apns-channel-id", value: channel, indexing: .nonIndexable) }
        headers.add(name: service.idField, value: id, indexing: .nonIndexable)
        if let expiration {
            headers.add(
                name: "apns-expiration", value: expiration, indexing: expiration == "0" ? .indexable : .nonIndexable)
        }
        if let collapseID { headers.add(name: "apns-collapse-id", value: collapseID, indexing: .nonIndexable) }
        return headers
    }
}
