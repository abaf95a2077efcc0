public import BellhopKit
public import BellhopModel

extension FakeServer {
    func answer(_ request: APIRequest) -> APIResponse {
        do {
            return try route(request)
        } catch let error as APIError {
            return .json(error, status: error.code.status)
        } catch {
            complain("\(request) could not be read: \(error)")
            return APIResponse(status: 400)
        }
    }

    func route(_ request: APIRequest) throws -> APIResponse {
        if request.method == .post, !request.body.isEmpty {
            if request.headers["content-type"] != "application/json" { complain("\(request) has a body of no type") }
        }
        if matches(API.registerDevice, request.path), request.method == .post { return try register(request) }
        let device = try caller(of: request)
        if let name = request.headers["idempotency-key"] {
            let former = requestsByName.updateValue([request.path: request.body], forKey: name)
            if let former, former != [request.path: request.body] { throw APIError(.idempotencyKeyReused) }
        }
        if matches(API.listAsks, request.path), request.method == .get {
            if !request.path.contains("state=pending") { complain("\(request) asks for every ask there ever was") }
            let open = asks.values.filter { $0.userID == device.userID && $0.state == .pending }
            return .json(Page(items: open.sorted { $0.id > $1.id }))
        }
        if matches(API.notificationHistory, request.path) { return .json(history(request.path)) }
        if matches(API.listDevices, request.path), request.method == .get {
            return .json(Page(items: devices.values.map { DeviceSummary($0.device) }))
        }
        if matches(API.listSessions, request.path) { return .json(Page(items: sessions)) }
        if matches(API.answerAsk, request.path), request.method == .post { return try answer(request, by: device) }
        if matches(API.getAsk, request.path) { return .json(try ownAsk(in: request, of: device)) }
        if matches(API.getPreferences, request.path), request.method == .get { return .json(preferences) }
        if matches(API.putPreferences, request.path), request.method == .put {
            preferences = try CanonicalJSON.decode(NotificationPreferences.self, from: request.body)
            return .json(preferences)
        }
        if matches(API.readNotification, request.path), request.method == .post {
            guard let id = NotificationID(parts(request.path)[2]) else { throw APIError(.notFound) }
            read.append(id)
            return APIResponse(status: 204)
        }
        if matches(API.readNotifications, request.path), request.method == .post {
            _ = try CanonicalJSON.decode(ReadRequest.self, from: request.body)
            readEverything += 1
            return APIResponse(status: 204)
        }
        if matches(API.sendReceipt, request.path), request.method == .post {
            receipts.append(try CanonicalJSON.decode(Receipt.self, from: request.body))
            return APIResponse(status: 204)
        }
        if matches(API.reportLiveActivity, request.path), request.method == .post {
            return try report(request, by: device)
        }
        if matches(API.putPushToStart, request.path) { return try setStartToken(request, of: device) }
        if matches(API.removeDevice, request.path), request.method == .delete {
            devices[device.id] = nil
            return APIResponse(status: 204)
        }
        if let response = try items(request) { return response }
        if let response = try topics(request, of: device) { return response }
        complain("no such route: \(request)")
        throw APIError(.notFound)
    }

    func caller(of request: APIRequest) throws -> Device {
        let key = request.headers["authorization"]?.dropFirst("Bearer ".count).description
        guard let key, !revoked.contains(key), let paired = devices.values.first(where: { $0.key == key }) else {
            throw APIError(.unauthorized)
        }
        return paired.device
    }

    func ownAsk(in request: APIRequest, of device: Device) throws -> Ask {
        guard let id = AskID(parts(request.path)[2]), let ask = asks[id] else { throw APIError(.notFound) }
        guard ask.userID == device.userID else { throw APIError(.forbidden) }
        return ask
    }

    /// A page of at most `limit` entries, newest first, after the entry `before`.
    private func history(_ path: String) -> Page<UserNotification> {
        var items = notifications[...]
        if let before = parameter("before", of: path).flatMap({ NotificationID(String($0)) }) {
            items = items.drop { $0.id != before }.dropFirst()
        }
        return Page(items: Array(items.prefix(parameter("limit", of: path).flatMap { Int($0) } ?? 50)), unread: unread)
    }

    /// The value as written in the query.
    func parameter(_ name: String, of path: String) -> Substring? {
        let query = path.split(separator: "?").dropFirst().joined().split(separator: "&")
        return query.first { $0.hasPrefix(name + "=") }.map { Substring($0).dropFirst(name.count + 1) }
    }

    func parts(_ path: String) -> [String] {
        path.prefix { $0 != "?" }.split(separator: "/").map { PercentEncoding.decode($0) ?? String($0) }
    }

    func matches<Request, Response>(_ endpoint: Endpoint<Request, Response>, _ path: String) -> Bool {
        let (pattern, actual) = (parts(endpoint.path), parts(path))
        return pattern.count == actual.count && zip(pattern, actual).allSatisfy { $0.first == "{" || $0 == $1 }
    }
}

extension APIResponse {
    /// A response with `value` as its body.
    public static func json(_ value: some Encodable, status: Int = 200, headers: [String: String] = [:]) -> Self {
        APIResponse(status: status, headers: headers, body: (try? CanonicalJSON.encode(value)) ?? [])
    }

    /// A refusal in the server's format.
    ///
    /// - Parameter retryAfter: the value of `Retry-After`, in seconds.
    public static func error(_ code: APIErrorCode, resolution: Resolution? = nil, retryAfter: Int? = nil) -> Self {
        .json(
            APIError(code, resolution: resolution), status: code.status,
            headers: retryAfter.map { ["retry-after": "\($0)"] } ?? [:])
    }

    /// The response of a captive portal.
    public static let signInPage = APIResponse(status: 200, body: Array("<html>Please sign in</html>".utf8))
}
