/// The push subscription of a browser (W3C Push API, `PushSubscription`), or of a UnifiedPush app.
///
/// It is the address of a device of the platform ``Platform/web``; ``token`` is its form as a device token.
public struct WebPushSubscription: Hashable, Sendable {
    /// The URL that takes messages for the subscriber, `https` with a host in lower case. It permits sending, so it must
    /// not reach a log.
    public let endpoint: String
    /// The host of ``endpoint``: a name in lower case, or an IP address, in brackets if it is IPv6.
    public let host: String
    /// The port of ``endpoint``.
    public let port: Int
    /// The subscriber's P-256 key (`p256dh`): 65 bytes, uncompressed point (SEC 1 §2.3.3). It may not be on the curve.
    public let publicKey: [UInt8]
    /// The subscriber's authentication secret (`auth`): 16 bytes (RFC 8291 §3.2).
    public let secret: [UInt8]
    /// The origin of the page that subscribed, such as `https://bellhop.example.com`; `nil` if it is not known. A
    /// notification opens its pages there.
    public let origin: String?

    /// - Parameters:
    ///   - endpoint: An `https` URL without user, password and fragment.
    ///   - origin: An origin with `https`, or `http` for `localhost`.
    /// - Throws: ``WebPushSubscriptionError``
    public init(
        endpoint: String, publicKey: [UInt8], secret: [UInt8], origin: String? = nil
    ) throws(WebPushSubscriptionError) {
        guard let address = WebAddress(endpoint), address.scheme == "https" else {
            throw WebPushSubscriptionError(.endpoint, "must be an https URL without user, password and fragment")
        }
        guard publicKey.count == 65, publicKey.first == 4 else {
            throw WebPushSubscriptionError(
                .publicKey, "must be a P-256 public key: an uncompressed point of 65 bytes in Base64")
        }
        guard secret.count == 16 else { throw WebPushSubscriptionError(.secret, "must be 16 bytes in Base64") }
        self.endpoint = address.text
        host = address.host
        port = address.port ?? 443
        self.publicKey = publicKey
        self.secret = secret
        self.origin = try origin.map { text throws(WebPushSubscriptionError) in
            guard let page = WebAddress(text), page.path.isEmpty, page.scheme == "https" || page.isLocal else {
                throw WebPushSubscriptionError(
                    .origin, "must be an origin such as https://bellhop.example.com, or http://localhost:8787")
            }
            return page.text
        }
        let length = canonical.utf8.count
        guard length <= 1024 else {
            throw WebPushSubscriptionError(.endpoint, "is too long: the subscription has \(length) bytes, at most 1024")
        }
    }

    /// Reads the JSON of `PushSubscription.toJSON()`, to which a page may add `origin`. Other keys are ignored.
    ///
    /// - Throws: ``WebPushSubscriptionError``
    public init(json text: some StringProtocol) throws(WebPushSubscriptionError) {
        guard let object = (try? CanonicalJSON.decode(JSONValue.self, from: text.utf8))?.object else {
            throw WebPushSubscriptionError(.whole, "must be the JSON of a PushSubscription")
        }
        guard let endpoint = object["endpoint"]?.string else {
            throw WebPushSubscriptionError(.endpoint, "is missing")
        }
        let keys = object["keys"]
        func bytes(_ field: WebPushSubscriptionError.Field, _ key: String) throws(WebPushSubscriptionError) -> [UInt8] {
            guard let text = keys?[key]?.string else { throw WebPushSubscriptionError(field, "is missing") }
            guard let bytes = Base64.decode(text) else { throw WebPushSubscriptionError(field, "must be Base64") }
            return bytes
        }
        if let origin = object["origin"], origin.string == nil, origin != .null {
            throw WebPushSubscriptionError(.origin, "must be a text")
        }
        try self.init(
            endpoint: endpoint, publicKey: try bytes(.publicKey, "p256dh"), secret: try bytes(.secret, "auth"),
            origin: object["origin"]?.string)
    }

    /// The subscription as a device token: canonical JSON with `endpoint`, `keys` and `origin`. Equal subscriptions have
    /// equal tokens, whatever the spelling of their JSON.
    public var token: DeviceToken? { DeviceToken(canonical) }

    /// All values are printable ASCII without characters that JSON escapes.
    private var canonical: String {
        let keys =
            #"{"auth":"\#(Base64.encodeURLSafe(secret))","p256dh":"\#(Base64.encodeURLSafe(publicKey))"}"#
        let page = origin.map { #","origin":"\#($0)""# } ?? ""
        return #"{"endpoint":"\#(endpoint)","keys":\#(keys)\#(page)}"#
    }

    /// The origin of ``endpoint``, which identifies the push service to VAPID (RFC 8292 §2).
    public var audience: String { "https://\(host)\(port == 443 ? "" : ":\(port)")" }
}

extension WebPushSubscription: CustomStringConvertible, CustomReflectable {
    public var description: String { "<subscription at \(host)>" }
    public var customMirror: Mirror { Mirror(self, children: ["host": host], displayStyle: .struct) }
}

/// The response of `GET /v1/web-push`: the parameters of `pushManager.subscribe()`.
public struct WebPushParameters: Codable, Hashable, Sendable {
    /// The server's public VAPID key: URL-safe Base64 of 65 bytes. Browsers bind a subscription to it, so a page must
    /// subscribe again when the key differs from that of its subscription.
    public var applicationServerKey: String

    public init(applicationServerKey: String) { self.applicationServerKey = applicationServerKey }

    enum CodingKeys: String, CodingKey { case applicationServerKey = "application_server_key" }
}

/// The reason why a ``WebPushSubscription`` is invalid. It contains no secret.
public struct WebPushSubscriptionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A field of the subscription's JSON, by its path.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case whole = ""
        case endpoint
        case publicKey = "keys.p256dh"
        case secret = "keys.auth"
        case origin
    }

    public let field: Field
    /// The end of a sentence that begins with the field, such as "is missing".
    public let problem: String

    public init(_ field: Field, _ problem: String) {
        self.field = field
        self.problem = problem
    }

    public var description: String { "\(field == .whole ? "the subscription" : field.rawValue) \(problem)" }
}

/// An absolute URL of the schemes `https` and `http` (RFC 3986), read strictly, so that no two parsers can disagree about
/// its host: no user, no password, no fragment, no escapes in the host, and only characters of the grammar.
struct WebAddress: Hashable, Sendable {
    let scheme: String
    let host: String
    /// `nil` for the scheme's own port.
    let port: Int?
    /// Path and query; empty, or beginning with `/` or `?`.
    let path: String

    init?(_ text: String) {
        guard let end = text.firstRange(of: "://"), text.utf8.count <= 1024 else { return nil }
        scheme = text[..<end.lowerBound].lowercased()
        guard scheme == "https" || scheme == "http" else { return nil }
        let rest = text[end.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        path = String(rest[authority.endIndex...])
        guard Self.isPath(path), let parts = Self.split(authority) else { return nil }
        host = parts.host.lowercased()
        guard Self.isHost(host) else { return nil }
        guard let digits = parts.port else {
            port = nil
            return
        }
        guard digits.utf8.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
            (1...65_535).contains(number)
        else { return nil }
        port = number == (scheme == "https" ? 443 : 80) ? nil : number
    }

    var text: String { "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")\(path)" }

    /// `true` for the hosts that browsers trust without TLS (W3C Secure Contexts §3.1).
    var isLocal: Bool { host == "localhost" || host == "127.0.0.1" || host == "[::1]" }

    private static func split(_ authority: Substring) -> (host: Substring, port: Substring?)? {
        let hostEnd: Substring.Index
        if authority.first == "[" {
            guard let bracket = authority.firstIndex(of: "]") else { return nil }
            hostEnd = authority.index(after: bracket)
        } else {
            hostEnd = authority.firstIndex(of: ":") ?? authority.endIndex
        }
        let rest = authority[hostEnd...]
        guard !rest.isEmpty else { return (authority, nil) }
        guard rest.first == ":" else { return nil }
        return (authority[..<hostEnd], rest.dropFirst())
    }

    private static func isHost(_ host: String) -> Bool {
        if host.first == "[" {
            return (4...47).contains(host.utf8.count)
                && host.dropFirst().dropLast().utf8.allSatisfy { isHex($0) || $0 == 0x3A || $0 == 0x2E }
        }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return host.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy { isAlphanumeric($0) || $0 == 0x2D || $0 == 0x5F }
            }
    }

    private static func isPath(_ path: String) -> Bool {
        let bytes = Array(path.utf8)
        return bytes.indices.allSatisfy { index in
            let byte = bytes[index]
            guard byte == UInt8(ascii: "%") else { return isAlphanumeric(byte) || marks.contains(byte) }
            return index + 2 < bytes.count && isHex(bytes[index + 1]) && isHex(bytes[index + 2])
        }
    }

    /// The other characters of paths and queries (RFC 3986 §3.3 and §3.4).
    private static let marks = Set("-._~!$&'()*+,;=:@/?".utf8)

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }
}
