import BellhopCore
import BellhopModel
import HTTPTypes
import Hummingbird
import NIOHTTP1

/// The fields of a request that authenticate its caller.
struct Credentials: Sendable {
    /// The value of the `Authorization` field.
    let authorization: String?
    /// The secret of a login to the console; `nil` also when the request has an `Authorization` field.
    let cookie: Secret?
    /// `true` when a browser sent the request for a page of this server.
    let isFromOwnPage: Bool
    /// `true` when a browser sent the request for a page of another server.
    let isFromForeignPage: Bool

    /// `true` when there is something to check.
    var areGiven: Bool { authorization != nil || cookie != nil }

    /// - Parameter field: the value of a header field by its lower-case name.
    init(_ field: (String) -> String?) {
        authorization = field("authorization")
        let host = field("host") ?? ""
        cookie = authorization == nil ? field("cookie").flatMap { ConsoleCookie.secret(in: $0, host: host) } : nil
        let origin = field("origin")
        let isOwnOrigin = origin.map { $0.lowercased() == "http://\(host)" || $0.lowercased() == "https://\(host)" }
        // Browsers send it to HTTPS and loopback addresses, and pages cannot set it
        // (https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header). `none` is a person's own navigation.
        switch field("sec-fetch-site") {
        case "same-origin": (isFromOwnPage, isFromForeignPage) = (true, false)
        case "none", nil: (isFromOwnPage, isFromForeignPage) = (isOwnOrigin == true, isOwnOrigin == false)
        default: (isFromOwnPage, isFromForeignPage) = (false, true)
        }
    }
}

extension Credentials {
    init(of request: Request) {
        self.init { name in
            name == "host" ? request.head.authority : HTTPField.Name(name).flatMap { request.headers[$0] }
        }
    }

    init(of head: HTTPRequestHead) { self.init { head.headers.first(name: $0) } }
}

/// The cookie of a login to the console (RFC 6265).
///
/// Browsers send a host's cookies to all of its ports, so the name has the port: servers on one host do not overwrite
/// each other's.
enum ConsoleCookie {
    /// 400 days, to which browsers limit it. The server ends sessions earlier.
    private static let maximumAge = 400 * 86_400

    /// The value of a `Set-Cookie` field.
    ///
    /// - Parameters:
    ///   - secret: `nil` deletes the cookie.
    ///   - host: the `Host` field of the request.
    ///   - origin: the `Origin` field of the request, which says whether the page came over HTTPS, also through a proxy.
    static func field(_ secret: Secret?, host: String, origin: String?) -> String {
        let isSecure = origin?.hasPrefix("https://") ?? false
        let cookie = "\(isSecure ? securePrefix : "")\(name(host: host))=\(secret?.reveal() ?? "")"
        let age = secret == nil ? 0 : maximumAge
        return "\(cookie); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
    }

    /// The secret in a `Cookie` field.
    static func secret(in field: String, host: String) -> Secret? {
        let name = name(host: host)
        let pairs = field.split(separator: ";").map { $0.drop { $0 == " " }.split(separator: "=", maxSplits: 1) }
        let values = [securePrefix + name, name].compactMap { name in pairs.first { $0.count == 2 && $0[0] == name } }
        return values.first.map { Secret(String($0[1])) }
    }

    /// Only a secure page of this host can set such a cookie
    /// (https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#section-4.1.3.2).
    private static let securePrefix = "__Host-"

    private static func name(host: String) -> String {
        let port = host.split(separator: ":").last.flatMap { UInt16($0) }
        return "bellhop" + (port.map { "-\($0)" } ?? "")
    }
}

/// The caller of a request: its key or, for a logged-in browser, the key whose rights its session has on this route.
struct Caller: Sendable {
    var key: KeyRecord?
    var session: ConsoleSession?
}

extension ConsoleSession {
    /// The rights of the session on `route`; `nil` when it has none there.
    ///
    /// An admin's session acts as an admin where admins may call the route, otherwise as a device.
    func key(for route: APIRoute) -> KeyRecord? {
        let role: Role
        switch route.access {
        // Only registration takes a key, which renews the device's push subscription.
        case .everyone: role = .device
        case .roles(let roles) where roles.contains(.admin) && self.role == .admin: role = .admin
        case .roles(let roles) where roles.contains(.device): role = .device
        case .roles: return nil
        }
        return KeyRecord(id: id, role: role, userID: userID, deviceID: deviceID, label: name, createdAt: createdAt)
    }

    /// Returns `true` when the session may call the route although no trusted device has confirmed its own device: an
    /// admin could create a key that reads the same.
    func needsNoTrust(for route: APIRoute) -> Bool { role == .admin && route.method == .get }
}
