import BellhopHTTP2

/// The shared fields of requests with one provider token.
struct AuthorizedFields {
    private static let mostFields = 64

    let token: ProviderToken
    private let authority: String
    private var latest: (fields: APNsRequest.SharedFields, encoded: HTTP2SharedFields)?
    private var known: [APNsRequest.SharedFields: HTTP2SharedFields] = [:]

    init(_ token: ProviderToken, authority: String) {
        self.token = token
        self.authority = authority
    }

    mutating func fields(of request: APNsRequest) -> HTTP2SharedFields {
        if let latest, latest.fields == request.sharedFields { return latest.encoded }
        if known.count >= Self.mostFields { known = [:] }
        let encoded =
            known[request.sharedFields]
            ?? HTTP2SharedFields(request.sharedFields, authority: authority, authorization: token.reveal())
        known[request.sharedFields] = encoded
        latest = (request.sharedFields, encoded)
        return encoded
    }
}
