import BellhopCore
import BellhopModel
import BellhopStore
import BellhopTestSupport
import Crypto
import Foundation
import Testing

/// A browser: it keeps the cookie, and sends the fields that browsers add.
private struct Browser {
    let server: TestServer
    var cookie: String?
    let signing = P256.Signing.PrivateKey()

    init(_ server: TestServer) { self.server = server }

    /// - Parameter origin: of the page that sends the request; by default the console's.
    mutating func send(
        _ method: String, _ path: String, json: (any Encodable)? = nil, origin: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> TestServer.Answered {
        var headers = headers
        headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
        if method != "GET" || origin != nil { headers["origin"] = origin ?? server.url }
        if let cookie { headers["cookie"] = "other=1; \(cookie)" }
        let answered = try await server.send(
            method, path, key: nil, body: try json.map { try CanonicalJSON.text($0) }, headers: headers)
        if let field = answered.headers["set-cookie"] {
            cookie = field.contains("Max-Age=0") ? nil : String(field.prefix { $0 != ";" })
        }
        return answered
    }

    static func loggedIn(
        to server: TestServer, as user: UserID? = nil, role: Role? = nil
    ) async throws -> (Browser, ConsoleSession) {
        var browser = Browser(server)
        let link: ConsoleLink = try await server.send(
            "POST", "/v1/console/links", key: server.admin, json: ConsoleLinkRequest(userID: user, role: role)
        ).decode()
        let session: ConsoleSession = try await browser.send(
            "POST", "/v1/console/login", json: ConsoleLoginRequest(code: link.code)
        ).decode()
        return (browser, session)
    }

    /// Pairs this browser for `user` with a new code.
    mutating func pair(_ user: UserID? = nil, token: String = "a1") async throws -> RegisteredDevice {
        let pairing: Pairing = try await server.send(
            "POST", "/v1/pairings", key: server.admin, json: PairingRequest(userID: user)
        ).decode()
        let registration = try TestDevice.registration(
            code: pairing.code, token: token, key: signing, name: "Firefox")
        let answered = try await send("POST", "/v1/devices/register", json: registration)
        #expect(answered.status == 201)
        return try answered.decode()
    }

    func device(_ id: DeviceID) -> TestDevice { TestDevice(id: id, key: Secret("none"), signing: signing) }
}

/// A request with the fields by which a browser names the page that sent it.
struct PageCase: Sendable {
    let method: String
    let origin: String?
    let site: String?
    let status: Int

    init(_ method: String, _ origin: String?, _ site: String?, _ status: Int) {
        (self.method, self.origin, self.site, self.status) = (method, origin, site, status)
    }
}

@Suite("Logins to the console over HTTP", .timeLimit(.minutes(10)))
struct ConsoleAPITests {
    @Test("A link logs in once, notifies the user, and names the browser")
    func link() async throws {
        try await TestServer.run { server in
            let link: ConsoleLink = try await server.send("POST", "/v1/console/links", key: server.admin).decode()
            #expect(link.expiresAt == TestServer.start + .seconds(600))
            var browser = Browser(server)
            let request = ConsoleLoginRequest(code: link.code)
            let session: ConsoleSession = try await browser.send("POST", "/v1/console/login", json: request).decode()
            #expect(session.name == "Firefox on Linux")
            #expect(session.role == .admin && session.isCurrent)
            var other = Browser(server)
            let again = try await other.send("POST", "/v1/console/login", json: request)
            #expect(again.error == "unauthorized" && other.cookie == nil)
            let told = try await server.store.notifications(of: FirstKeys.owner, before: nil, limit: 9)
            #expect(told.map(\.title) == ["New login to the console: “Firefox on Linux”"])
        }
    }

    @Test("A link expires after ten minutes, a login 30 days after its last request")
    func lifetimes() async throws {
        try await TestServer.run { server in
            let link: ConsoleLink = try await server.send("POST", "/v1/console/links", key: server.admin).decode()
            var (browser, _) = try await Browser.loggedIn(to: server)
            server.time.advance(by: .seconds(600))
            var late = Browser(server)
            let login = try await late.send("POST", "/v1/console/login", json: ConsoleLoginRequest(code: link.code))
            #expect(login.error == "unauthorized")
            server.time.advance(by: .seconds(29 * 86_400))
            #expect(try await browser.send("GET", "/v1/asks").status == 200)
            server.time.advance(by: .seconds(29 * 86_400))
            let seen: Page<ConsoleSession> = try await browser.send("GET", "/v1/console/sessions").decode()
            #expect(seen.items.map(\.isCurrent) == [true])
            server.time.advance(by: .seconds(31 * 86_400))
            #expect(try await browser.send("GET", "/v1/asks").error == "unauthorized")
        }
    }

    @Test("The cookie is hidden from scripts and other sites, and secure where the page is")
    func cookie() async throws {
        try await TestServer.run { server in
            for isSecure in [false, true] {
                let link: ConsoleLink = try await server.send("POST", "/v1/console/links", key: server.admin).decode()
                var browser = Browser(server)
                let host = server.url.replacing("http://", with: "")
                let answered = try await browser.send(
                    "POST", "/v1/console/login", json: ConsoleLoginRequest(code: link.code),
                    origin: isSecure ? "https://\(host)" : nil)
                let field = try #require(answered.headers["set-cookie"])
                let port = try #require(host.split(separator: ":").last)
                #expect(field.hasPrefix(isSecure ? "__Host-bellhop-\(port)=" : "bellhop-\(port)="))
                #expect(field.contains("; HttpOnly; SameSite=Strict"))
                #expect(field.contains("; Secure") == isSecure)
                #expect(try await browser.send("GET", "/v1/asks").status == 200)
            }
        }
    }

    @Test(
        "A login is valid only for requests from this server's pages",
        arguments: [
            PageCase("POST", "http://localhost:1", nil, 403), PageCase("POST", "null", nil, 403),
            PageCase("GET", "http://evil.example", nil, 403), PageCase("GET", nil, "cross-site", 403),
            PageCase("GET", nil, "same-site", 403), PageCase("GET", nil, "none", 200),
            PageCase("POST", "http://evil.example", "same-site", 403),
            PageCase("POST", "http://rewritten.example", "same-origin", 200),
        ])
    func foreignPages(_ page: PageCase) async throws {
        try await TestServer.run { server in
            var (browser, _) = try await Browser.loggedIn(to: server)
            let headers = page.site.map { ["sec-fetch-site": $0] } ?? [:]
            let path = page.method == "GET" ? "/v1/asks" : "/v1/notifications/validate"
            let body = page.method == "GET" ? nil : NotificationRequest(title: "T", body: "B")
            let answered = try await browser.send(page.method, path, json: body, origin: page.origin, headers: headers)
            #expect(answered.status == page.status)
        }
    }

    @Test("A request that changes something must say that this server's page sent it")
    func withoutOrigin() async throws {
        try await TestServer.run { server in
            let (browser, _) = try await Browser.loggedIn(to: server)
            let answered = try await server.send(
                "POST", "/v1/pairings", body: "{}", headers: ["cookie": browser.cookie ?? ""])
            #expect(answered.error == "forbidden")
        }
    }

    @Test("An admin's login manages the server and reads asks, but cannot answer them without a device")
    func admin() async throws {
        try await TestServer.run { server in
            var (browser, _) = try await Browser.loggedIn(to: server)
            let phone = try await TestDevice.pair(with: server)
            let ask: Ask = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
                .decode()
            #expect(try await browser.send("GET", "/v1/asks/\(ask.id)").status == 200)
            #expect(try await browser.send("GET", "/v1/keys").status == 200)
            #expect(try await browser.send("GET", "/v1/devices").status == 200)
            let answer = try phone.answer(.approve, to: ask)
            #expect(try await browser.send("POST", "/v1/asks/\(ask.id)/answer", json: answer).error == "forbidden")
            #expect(try await browser.send("POST", "/v1/asks", json: AskRequest.sample()).error == "forbidden")
        }
    }

    @Test("A paired browser answers with its login, gets no key, and is identified by its device")
    func answering() async throws {
        try await TestServer.run { server in
            var (browser, session) = try await Browser.loggedIn(to: server)
            let registered = try await browser.pair()
            #expect(registered.key == nil && registered.device.trust == .trusted)
            let ask: Ask = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
                .decode()
            let answer = try browser.device(registered.device.id).answer(.approve, to: ask)
            let answered = try await browser.send("POST", "/v1/asks/\(ask.id)/answer", json: answer)
            #expect(try answered.decode(Ask.self).state == .approved)
            let current: KeyRecord = try await browser.send("GET", "/v1/keys/current").decode()
            #expect(current.deviceID == registered.device.id && current.id == session.id)
            // Renews the subscription, as the page does each time.
            let renewal = try TestDevice.registration(code: nil, token: "a2", key: browser.signing)
            #expect(try await browser.send("POST", "/v1/devices/register", json: renewal).status == 200)
            #expect(try await server.store.device(registered.device.id)?.token.text == "a2")
        }
    }

    @Test("A browser that pairs without a login is logged in as its device, and waits for a trusted device")
    func pairingOnly() async throws {
        try await TestServer.run { server in
            var first = Browser(server)
            let trusted = try await first.pair(token: "a1")
            #expect(trusted.device.trust == .trusted && first.cookie != nil)
            #expect(try await first.send("GET", "/v1/asks").status == 200)
            #expect(try await first.send("GET", "/v1/keys").error == "forbidden")
            var second = Browser(server)
            let waiting = try await second.pair(token: "a2")
            #expect(waiting.device.trust == .waiting)
            #expect(try await second.send("GET", "/v1/asks").error == "device_not_trusted")
            #expect(try await second.send("GET", "/v1/devices/\(waiting.device.id)").status == 200)
            let socket = try await second.send("GET", "/v1/events")
            #expect(socket.error == "device_not_trusted")
            let login: KeyRecord = try await second.send("GET", "/v1/keys/current").decode()
            #expect(login.deviceID == waiting.device.id)
            let logins: Page<ConsoleSession> = try await first.send("GET", "/v1/console/sessions").decode()
            let other = try #require(logins.items.first { $0.isCurrent })
            #expect(try await second.send("DELETE", "/v1/console/sessions/\(other.id)").error == "device_not_trusted")
            #expect(try await second.send("DELETE", "/v1/console/sessions/current").status == 204)
        }
    }

    @Test("An admin whose browser waits for a lost phone removes the phone, and its logins")
    func lostPhone() async throws {
        try await TestServer.run { server in
            var phone = Browser(server)
            let lost = try await phone.pair(token: "a1")
            var (browser, _) = try await Browser.loggedIn(to: server)
            let waiting = try await browser.pair(token: "a2")
            #expect(waiting.device.trust == .waiting)
            let logins: Page<ConsoleSession> = try await browser.send("GET", "/v1/console/sessions").decode()
            let other = try #require(logins.items.first { !$0.isCurrent })
            #expect(try await browser.send("DELETE", "/v1/console/sessions/\(other.id)").status == 204)
            #expect(try await browser.send("DELETE", "/v1/devices/\(lost.device.id)").status == 204)
            #expect(try await phone.send("GET", "/v1/asks").error == "unauthorized")
            // The removal of all trusted devices does not make the waiting one trusted.
            let own: DeviceSummary = try await browser.send("GET", "/v1/devices/\(waiting.device.id)").decode()
            #expect(own.trust == .waiting)
        }
    }

    @Test("A later login is bound to the browser's device by a signature over its id")
    func binding() async throws {
        try await TestServer.run { server in
            var (browser, _) = try await Browser.loggedIn(to: server)
            let registered = try await browser.pair()
            let link: ConsoleLink = try await server.send("POST", "/v1/console/links", key: server.admin).decode()
            let session: ConsoleSession = try await browser.send(
                "POST", "/v1/console/login", json: ConsoleLoginRequest(code: link.code)
            ).decode()
            #expect(session.deviceID == nil)
            func binding(_ session: KeyID, _ device: DeviceID) throws -> ConsoleDeviceBinding {
                let text = ConsoleSession.bindingStatement(of: session, to: device)
                let signature = try browser.signing.signature(for: Data(text.utf8)).rawRepresentation
                return ConsoleDeviceBinding(deviceID: device, signature: Base64.encode(signature))
            }
            let other = try binding(KeyID(high: 1, low: 2), registered.device.id)
            #expect(try await browser.send("PUT", "/v1/console/device", json: other).error == "signature_invalid")
            let unknown = try binding(session.id, DeviceID(high: 1, low: 2))
            #expect(try await browser.send("PUT", "/v1/console/device", json: unknown).error == "not_found")
            let right = try binding(session.id, registered.device.id)
            #expect(try await browser.send("PUT", "/v1/console/device", json: right).status == 204)
            let sessions: Page<ConsoleSession> = try await browser.send("GET", "/v1/console/sessions").decode()
            #expect(sessions.items.map(\.deviceID) == [registered.device.id, registered.device.id])
        }
    }

    @Test("A login is ended by another one of the user, by its own page, and with its device")
    func ending() async throws {
        try await TestServer.run { server in
            var (first, session) = try await Browser.loggedIn(to: server)
            var (second, _) = try await Browser.loggedIn(to: server)
            var (bob, _) = try await Browser.loggedIn(to: server, as: "bob", role: .device)
            let path = "/v1/console/sessions/\(session.id)"
            #expect(try await bob.send("DELETE", path).error == "not_found")
            #expect(try await second.send("DELETE", path).status == 204)
            #expect(try await first.send("GET", "/v1/asks").error == "unauthorized")
            #expect(try await bob.send("DELETE", "/v1/console/sessions/current").status == 204)
            #expect(bob.cookie == nil)
            let registered = try await second.pair()
            #expect(try await second.send("DELETE", "/v1/devices/\(registered.device.id)").status == 204)
            #expect(try await second.send("GET", "/v1/asks").error == "unauthorized")
        }
    }

    @Test("A key has no login to end or bind")
    func keys() async throws {
        try await TestServer.run { server in
            let ended = try await server.send("DELETE", "/v1/console/sessions/current", key: server.admin)
            #expect(ended.error == "not_found")
            let refused = try await server.send(
                "POST", "/v1/console/links", key: server.admin, json: ConsoleLinkRequest(role: .agent))
            #expect(refused.error == "invalid_request")
        }
    }

    @Test("The page is served for each of its views, its files once per version, and nothing else")
    func pages() async throws {
        try await TestServer.run { server in
            for path in ["/", "/asks/0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d", "/history", "/pair"] {
                let page = try await server.send("GET", path)
                #expect(page.status == 200)
                #expect(page.headers["content-type"] == "text/html; charset=utf-8")
                #expect(
                    page.headers["content-security-policy"]?.hasPrefix("default-src 'none'; script-src 'self'") == true)
            }
            let worker = try await server.send("GET", "/service-worker.js")
            #expect(worker.headers["content-type"] == "text/javascript; charset=utf-8")
            let tag = try #require(worker.headers["etag"])
            let again = try await server.send("GET", "/service-worker.js", headers: ["if-none-match": tag])
            #expect(again.status == 304 && again.body.isEmpty)
            #expect(try await server.send("GET", "/console/none.js").error == "not_found")
            #expect(try await server.send("GET", "/", headers: ["host": "evil.example"]).error == "host_not_allowed")
        }
    }

    @Test("A file is sent as gzip to a client that accepts it, with a validator of its own")
    func compression() async throws {
        try await TestServer.run { server in
            func header(_ fields: String...) async throws -> String {
                let lines = ["Host: localhost", "Connection: close"] + fields
                let request = "GET /service-worker.js HTTP/1.1\r\n\(lines.joined(separator: "\r\n"))\r\n\r\n"
                return try await server.exchange(request).components(separatedBy: "\r\n\r\n")[0]
            }
            func value(_ name: String, in header: String) -> String? {
                header.components(separatedBy: "\r\n").first { $0.hasPrefix("\(name): ") }
                    .map { String($0.dropFirst(name.count + 2)) }
            }
            let whole = try await header("Accept-Encoding: br, gzip;q=0")
            #expect(value("Content-Encoding", in: whole) == nil && value("Vary", in: whole) == "Accept-Encoding")
            let short = try await header("Accept-Encoding: br, GZIP;q=0.5")
            #expect(value("Content-Encoding", in: short) == "gzip" && value("Vary", in: short) == "Accept-Encoding")
            let lengths = [short, whole].compactMap { value("Content-Length", in: $0).flatMap { Int($0) } }
            try #require(lengths.count == 2)
            #expect(lengths[0] * 2 < lengths[1])
            let tags = try (#require(value("ETag", in: short)), #require(value("ETag", in: whole)))
            for (tag, status) in [(tags.0, 304), (tags.1, 200)] {
                let again = try await header("Accept-Encoding: gzip", "If-None-Match: \(tag)")
                #expect(again.hasPrefix("HTTP/1.1 \(status) "))
            }
        }
    }
}
