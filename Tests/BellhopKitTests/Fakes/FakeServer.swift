import BellhopKit
import BellhopModel
import Foundation
import Testing

/// A Bellhop server as far as a device sees it, with the real state machine and scripted faults. Strict: a request
/// that the real one would not take fails the test.
actor FakeServer: APITransport {
    /// What goes wrong with the next request.
    enum Fault: Sendable {
        /// It does not leave the device.
        case offline
        /// It is done, and the response is lost.
        case replyLost
        /// Answered by something else, or by the server in trouble.
        case response(APIResponse)
        /// It arrives, and waits there.
        case held(Gate)
    }

    struct NoNetwork: Error {}

    struct Served: Sendable {
        var request: APIRequest
        var at: Timestamp
        var status: Int
    }

    private struct Paired {
        var device: Device
        var key: String
    }

    private let clock: ManualClock
    private var devices: [DeviceID: Paired] = [:]
    private var codes: [String: UserID] = [:]
    private var revoked: Set<String> = []
    private var asks: [AskID: Ask] = [:]
    private var notifications: [UserNotification] = []
    private var sessions: [AgentSession] = []
    private var faults: [Fault] = []
    private var isDown = false
    private(set) var preferences = NotificationPreferences.default
    private var unread: Int?
    private var requestsByName: [String: [String: [UInt8]]] = [:]
    private var lastNumber: UInt64 = 0
    private(set) var served: [Served] = []
    /// When requests were made, those that did not leave the device included.
    private(set) var attempts: [Timestamp] = []
    private(set) var transitions: [AskID: Int] = [:]
    private(set) var read: [NotificationID] = []
    /// Looks at every request when it arrives.
    private var onArrival: (@Sendable (APIRequest) async -> Void)?

    init(clock: ManualClock) { self.clock = clock }

    // MARK: The script

    func fail(next faults: Fault...) { self.faults += faults }
    func setPreferences(_ preferences: NotificationPreferences) { self.preferences = preferences }
    func setUnread(_ count: Int?) { unread = count }
    func setDown(_ value: Bool) { isDown = value }
    func addCode(_ code: String, for user: UserID) { codes[code] = user }
    func add(_ ask: Ask) { asks[ask.id] = ask }
    func add(_ notification: UserNotification) { notifications.insert(notification, at: 0) }
    func add(_ session: AgentSession) { sessions.append(session) }
    func revokeKeys() { revoked.formUnion(devices.values.map(\.key)) }
    func watch(_ onArrival: (@Sendable (APIRequest) async -> Void)?) { self.onArrival = onArrival }
    func ask(_ id: AskID) -> Ask? { asks[id] }
    func requests(to endpoint: Endpoint) -> [Served] {
        served.filter { $0.request.method == endpoint.method && matches(endpoint, $0.request.path) }
    }
    var deviceList: [Device] { devices.values.map(\.device) }
    func key(of id: DeviceID) -> String? { devices[id]?.key }

    /// Ends an ask in another way than by this device's answer.
    @discardableResult
    func resolve(_ id: AskID, _ resolution: Resolution) -> Ask? {
        asks[id]?.resolution = resolution
        return asks[id]
    }

    @discardableResult
    func apply(_ id: AskID) -> Ask? {
        asks[id]?.appliedAt = clock.now
        return asks[id]
    }

    // MARK: The service

    func send(_ request: APIRequest) async throws -> APIResponse {
        attempts.append(clock.now)
        if isDown { throw NoNetwork() }
        let fault = faults.isEmpty ? nil : faults.removeFirst()
        if case .offline = fault { throw NoNetwork() }
        await onArrival?(request)
        if case .held(let gate) = fault {
            await gate.pass()
            try Task.checkCancellation()
        }
        let response: APIResponse
        if case .response(let scripted) = fault { response = scripted } else { response = answer(request) }
        served.append(Served(request: request, at: clock.now, status: response.status))
        if case .replyLost = fault { throw NoNetwork() }
        return response
    }

    private func answer(_ request: APIRequest) -> APIResponse {
        do {
            return try route(request)
        } catch let error as APIError {
            return .json(error, status: error.code.status)
        } catch {
            Issue.record("\(request) could not be read: \(error)")
            return APIResponse(status: 400)
        }
    }

    private func route(_ request: APIRequest) throws -> APIResponse {
        if request.method == .post, !request.body.isEmpty {
            #expect(request.headers["content-type"] == "application/json")
        }
        if matches(.registerDevice, request.path), request.method == .post { return try register(request) }
        let device = try caller(of: request)
        if let name = request.headers["idempotency-key"] {
            let former = requestsByName.updateValue([request.path: request.body], forKey: name)
            if let former, former != [request.path: request.body] { throw APIError(.idempotencyKeyReused) }
        }
        if matches(.listAsks, request.path), request.method == .get {
            #expect(request.path.contains("state=pending"))
            let open = asks.values.filter { $0.userID == device.userID && $0.state == .pending }
            return .json(Page(items: open.sorted { $0.id > $1.id }))
        }
        if matches(.notificationHistory, request.path) { return .json(Page(items: notifications, unread: unread)) }
        if matches(.listSessions, request.path) { return .json(Page(items: sessions)) }
        if matches(.answerAsk, request.path), request.method == .post { return try answer(request, by: device) }
        if matches(.getAsk, request.path) { return .json(try ownAsk(in: request, of: device)) }
        if matches(.getPreferences, request.path), request.method == .get { return .json(preferences) }
        if matches(.putPreferences, request.path), request.method == .put {
            preferences = try CanonicalJSON.decode(NotificationPreferences.self, from: request.body)
            return .json(preferences)
        }
        if matches(.readNotification, request.path), request.method == .post {
            guard let id = NotificationID(parts(request.path)[2]) else { throw APIError(.notFound) }
            read.append(id)
            return APIResponse(status: 204)
        }
        if matches(.removeDevice, request.path), request.method == .delete {
            devices[device.id] = nil
            return APIResponse(status: 204)
        }
        Issue.record("no such route: \(request)")
        throw APIError(.notFound)
    }

    private func register(_ request: APIRequest) throws -> APIResponse {
        let body = try CanonicalJSON.decode(DeviceRegistration.self, from: request.body)
        let publicKey = Base64.decode(body.publicKey) ?? []
        #expect(publicKey.count == 65)
        lastNumber += 1
        let id: DeviceID
        let user: UserID
        var newKey: String?
        if let code = body.pairingCode {
            #expect(request.headers["authorization"] == nil)
            guard let owner = codes.removeValue(forKey: code) else { throw APIError(.pairingCodeInvalid) }
            let former = devices.values.first { $0.device.token == body.token }?.device.id
            (id, user) = (former ?? DeviceID(high: 1, low: lastNumber), owner)
            newKey = "key-\(lastNumber)"
        } else {
            let device = try caller(of: request)
            guard device.publicKey == publicKey else { throw APIError(.forbidden) }
            (id, user) = (device.id, device.userID)
        }
        let device = Device(
            id: id, userID: user, name: body.name, platform: body.platform, token: body.token,
            environment: body.environment, app: body.app, appVersion: body.appVersion, locale: body.locale,
            timeZone: body.timeZone, publicKey: publicKey, registeredAt: clock.now)
        devices[id] = Paired(device: device, key: newKey ?? devices[id]?.key ?? "")
        return .json(RegisteredDevice(device: DeviceSummary(device), key: newKey.map { Secret($0) }))
    }

    private func answer(_ request: APIRequest, by device: Device) throws -> APIResponse {
        #expect(request.headers["idempotency-key"]?.isEmpty == false)
        let ask = try ownAsk(in: request, of: device)
        let body = try CanonicalJSON.decode(AnswerRequest.self, from: request.body)
        let statement = AnswerStatement(
            askID: ask.id, inputDigest: body.inputDigest, deadline: ask.deadline, deviceID: device.id,
            answer: body.answer)
        let signature = FakeDeviceKey.signature(of: Array(try statement.text.utf8), by: device.publicKey)
        guard body.signature == Base64.encode(signature) else { throw APIError(.signatureInvalid) }
        let signed = SignedAnswer(
            answer: body.answer, deviceID: device.id, deviceName: device.name, signature: body.signature)
        switch AskMachine.consequence(of: .answered(signed, inputDigest: body.inputDigest), for: ask, at: clock.now) {
        case .resolve(let resolution):
            transitions[ask.id, default: 0] += 1
            asks[ask.id]?.resolution = resolution
        case .unchanged: break
        case .refuse(.answeredDifferently(let resolution)): throw APIError(.askAlreadyAnswered, resolution: resolution)
        case .refuse(.expired): throw APIError(.askExpired)
        case .refuse(.withdrawn(let resolution)): throw APIError(.askWithdrawn, resolution: resolution)
        case .refuse(.inputDiffers): throw APIError(.inputDigestMismatch)
        case .refuse(.answerDoesNotFit(let why)): throw APIError(.answerDoesNotFit, why)
        case .refuse(.notDue): throw APIError(.internalError)
        }
        guard let resolved = asks[ask.id] else { throw APIError(.notFound) }
        return .json(resolved)
    }

    private func caller(of request: APIRequest) throws -> Device {
        let key = request.headers["authorization"]?.dropFirst("Bearer ".count).description
        guard let key, !revoked.contains(key), let paired = devices.values.first(where: { $0.key == key }) else {
            throw APIError(.unauthorized)
        }
        return paired.device
    }

    private func ownAsk(in request: APIRequest, of device: Device) throws -> Ask {
        guard let id = AskID(parts(request.path)[2]), let ask = asks[id] else { throw APIError(.notFound) }
        guard ask.userID == device.userID else { throw APIError(.forbidden) }
        return ask
    }

    private func parts(_ path: String) -> [String] {
        path.prefix { $0 != "?" }.split(separator: "/").map(String.init)
    }

    private func matches(_ endpoint: Endpoint, _ path: String) -> Bool {
        let (pattern, actual) = (parts(endpoint.path), parts(path))
        return pattern.count == actual.count && zip(pattern, actual).allSatisfy { $0.first == "{" || $0 == $1 }
    }
}

extension APIResponse {
    static func json(_ value: some Encodable, status: Int = 200, headers: [String: String] = [:]) -> Self {
        APIResponse(status: status, headers: headers, body: (try? CanonicalJSON.encode(value)) ?? [])
    }

    static func error(_ code: APIErrorCode, resolution: Resolution? = nil, retryAfter: Int? = nil) -> Self {
        .json(
            APIError(code, resolution: resolution), status: code.status,
            headers: retryAfter.map { ["retry-after": "\($0)"] } ?? [:])
    }

    /// What a hotel's network says to everything.
    static let signInPage = APIResponse(status: 200, body: Array("<html>Please sign in</html>".utf8))
}
