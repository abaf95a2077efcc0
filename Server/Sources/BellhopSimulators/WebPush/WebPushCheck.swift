import BellhopFoundation
import BellhopModel
import Crypto

/// A rule of push services, with the refusal of a request that violates it.
struct WebPushCheck: Sendable {
    /// A description of the rule.
    var rule: String
    /// Returns `nil` when the request complies with the rule.
    var refusal: @Sendable (WebPushInspection) -> WebPushRefusal?

    init(_ rule: String, _ refusal: @escaping @Sendable (WebPushInspection) -> WebPushRefusal?) {
        self.rule = rule
        self.refusal = refusal
    }

    /// The rules in order; the first violated one determines the response. RFC 8030 gives the errors, not their order.
    static let all: [WebPushCheck] = [
        WebPushCheck("the method is POST") { $0.method == "POST" ? nil : WebPushRefusal(405, "not POST") },
        WebPushCheck("the subscription exists") { $0.subscriber == nil ? .notFound : nil },
        WebPushCheck("the subscription has not ended") { $0.ending },
        WebPushCheck("the body is not too large (RFC 8030 §7.2)") { $0.body.count > $0.longestBody ? .tooLarge : nil },
        WebPushCheck("TTL is a number of seconds (RFC 8030 §5.2)", ttl),
        WebPushCheck("Urgency is known (RFC 8030 §5.3)", urgency),
        WebPushCheck("Topic has at most 32 characters of URL-safe Base64 (RFC 8030 §5.4)", topic),
        WebPushCheck("the body is encrypted with aes128gcm (RFC 8291 §4)", encoding),
        WebPushCheck("Authorization has a VAPID token and its key (RFC 8292 §3)", credentialsPresent),
        WebPushCheck("the token is signed with the key (RFC 8292 §2)", signature),
        WebPushCheck("the token is for this push service (RFC 8292 §2)", audience),
        WebPushCheck("the token ends within 24 hours (RFC 8292 §2)", expiration),
        WebPushCheck("the token has a contact (RFC 8292 §2.1; required by Apple)", contact),
        WebPushCheck("the key is the one of the subscription (RFC 8292 §4.2)", binding),
    ]
}

/// A request with all the data that the checks compare it with: a value, so that every check is pure.
struct WebPushInspection: Sendable {
    var method: String
    /// The fields by lower-case name. A repeated field has its values joined with a comma.
    var fields: [String: String]
    var body: [UInt8]
    /// The origin of the push service.
    var origin: String
    /// The subscription of the path; `nil` when there is none.
    var subscriber: SimulatedSubscriber?
    /// The refusal of all requests for an ended subscription.
    var ending: WebPushRefusal?
    var longestBody: Int
    var now: Timestamp
    let credentials: VAPIDCredentials?

    init(
        method: String, fields: [String: String], body: [UInt8], origin: String, subscriber: SimulatedSubscriber?,
        ending: WebPushRefusal?, longestBody: Int, now: Timestamp
    ) {
        self.method = method
        self.fields = fields
        self.body = body
        self.origin = origin
        self.subscriber = subscriber
        self.ending = ending
        self.longestBody = longestBody
        self.now = now
        credentials = fields["authorization"].flatMap(VAPIDCredentials.init)
    }
}

extension WebPushCheck {
    static func ttl(_ inspection: WebPushInspection) -> WebPushRefusal? {
        guard let text = inspection.fields["ttl"] else { return WebPushRefusal(400, "TTL is missing") }
        let isNumber = (1...10).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? nil : WebPushRefusal(400, "TTL is not a number of seconds")
    }

    static func urgency(_ inspection: WebPushInspection) -> WebPushRefusal? {
        guard let text = inspection.fields["urgency"] else { return nil }
        return ["very-low", "low", "normal", "high"].contains(text)
            ? nil : WebPushRefusal(400, "Urgency is not very-low, low, normal or high")
    }

    static func topic(_ inspection: WebPushInspection) -> WebPushRefusal? {
        guard let text = inspection.fields["topic"] else { return nil }
        let isForm =
            (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D || $0 == 0x5F
            }
        // Apple refuses a length that no bytes have.
        return isForm && text.utf8.count % 4 != 1
            ? nil : WebPushRefusal(400, "Topic is not at most 32 characters of URL-safe Base64")
    }

    static func encoding(_ inspection: WebPushInspection) -> WebPushRefusal? {
        guard inspection.fields["content-encoding"] == "aes128gcm" else {
            return WebPushRefusal(400, "Content-Encoding is not aes128gcm")
        }
        guard let content = try? ReceivedContent(inspection.body), content.keyID.count == 65, content.records.count == 1
        else { return WebPushRefusal(400, "the body is not one record of aes128gcm with the sender's key") }
        return nil
    }

    static func credentialsPresent(_ inspection: WebPushInspection) -> WebPushRefusal? {
        inspection.credentials == nil ? WebPushRefusal(401, "Authorization is not vapid t=…, k=…") : nil
    }

    static func signature(_ inspection: WebPushInspection) -> WebPushRefusal? {
        inspection.credentials?.isSigned == true ? nil : WebPushRefusal(403, "the token's signature is wrong")
    }

    static func audience(_ inspection: WebPushInspection) -> WebPushRefusal? {
        inspection.credentials?.audience == inspection.origin
            ? nil : WebPushRefusal(403, "aud is not \(inspection.origin)")
    }

    static func expiration(_ inspection: WebPushInspection) -> WebPushRefusal? {
        guard let expiration = inspection.credentials?.expiration else { return WebPushRefusal(403, "exp is missing") }
        return inspection.now < expiration && expiration <= inspection.now + .seconds(86_400)
            ? nil : WebPushRefusal(403, "exp is not within 24 hours")
    }

    static func contact(_ inspection: WebPushInspection) -> WebPushRefusal? {
        let text = inspection.credentials?.contact ?? ""
        let isAddress = text.hasPrefix("mailto:") && text.contains("@") || text.hasPrefix("https://")
        return isAddress && !text.contains("localhost") ? nil : WebPushRefusal(403, "sub is no mailto or https address")
    }

    static func binding(_ inspection: WebPushInspection) -> WebPushRefusal? {
        inspection.credentials?.key == inspection.subscriber?.applicationServerKey
            ? nil : WebPushRefusal(403, "the key is not the one of the subscription")
    }
}

/// The parsed credentials of the `Authorization` field: a JWT and the public key in its parameters (RFC 8292 §3).
struct VAPIDCredentials: Sendable {
    /// The uncompressed point of the key, 65 bytes.
    let key: [UInt8]
    let isSigned: Bool
    let audience: String?
    let expiration: Timestamp?
    let contact: String?

    /// - Returns: `nil` unless the scheme is `vapid` and the parameters are a JWT of ES256 and a key.
    init?(_ authorization: String) {
        let scheme = "vapid "
        guard authorization.prefix(scheme.count).lowercased() == scheme else { return nil }
        var parameters: [String: String] = [:]
        for parameter in authorization.dropFirst(scheme.count).split(separator: ",") {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            parameters[parts[0].trimmed] = String(parts[1])
        }
        guard let token = parameters["t"], let key = parameters["k"].flatMap({ Base64.decode($0) }), key.count == 65,
            let publicKey = try? P256.Signing.PublicKey(x963Representation: key)
        else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let header = Self.json(parts[0]), header["alg"] == "ES256",
            let claims = Self.json(parts[1]), let signature = Base64.decode(parts[2])
        else { return nil }
        self.key = key
        isSigned =
            (try? P256.Signing.ECDSASignature(rawRepresentation: signature)).map {
                publicKey.isValidSignature($0, for: Data("\(parts[0]).\(parts[1])".utf8))
            } ?? false
        audience = claims["aud"]?.string
        let seconds = claims["exp"]?.integer
        expiration = seconds.flatMap { (0...253_402_300_799).contains($0) ? Timestamp(seconds: $0) : nil }
        contact = claims["sub"]?.string
    }

    private static func json(_ part: String) -> JSONValue? {
        Base64.decode(part).flatMap { try? CanonicalJSON.decode(JSONValue.self, from: $0) }
    }
}
