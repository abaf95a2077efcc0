import BellhopHTTP2

/// The shared fields of requests with one provider token.
struct AuthorizedFields {
    private static let mostFields = 64

    let token: ProviderToken
    private let authority: String
    private var latest = APNsRequest.SharedFields()
    private var encoded: HTTP2SharedFields?
    private var known: [APNsRequest.SharedFields: HTTP2SharedFields] = [:]

    init(_ token: ProviderToken, authority: String) {
        self.token = token
        self.authority = authority
    }

    mutating func fields(of pending: PendingRequest) -> HTTP2SharedFields {
        let fields = pending.request.sharedFields
        if let encoded, latest == fields { return encoded }
        if known.count >= Self.mostFields { known = [:] }
        let encoded =
            known[fields] ?? HTTP2SharedFields(fields, authority: authority, authorization: token.reveal())
        known[fields] = encoded
        (latest, self.encoded) = (fields, encoded)
        return encoded
    }
}
