import BellhopKit
import BellhopModel
import BellhopTesting
import Crypto
import Foundation
import Testing

@testable import BellhopSimulators

/// A fake Bellhop server for phones, with real keys, signatures and transitions.
actor FakePhoneServer: PhoneNetwork {
    struct Refused: Error {}

    private let clock: ManualClock
    private var codes: Set<String> = []
    private var devices: [String: Device] = [:]
    private var asks: [AskID: Ask] = [:]
    private var hold: (before: Turnpike?, after: Turnpike?)?
    private var listeners: [AsyncStream<ServerEvent>.Continuation] = []
    private(set) var answers = 0
    private(set) var transitions = 0
    private(set) var isShutDown = false

    init(clock: ManualClock) { self.clock = clock }

    func addCode(_ code: String) { codes.insert(code) }
    func add(_ ask: Ask) { asks[ask.id] = ask }
    func ask(_ id: AskID) -> Ask? { asks[id] }
    /// Records that the agent continued, without an event to the phones.
    func apply(_ id: AskID) { asks[id]?.appliedAt = clock.now }
    var registered: [Device] { Array(devices.values) }

    /// Holds the next answer before it is read, or after it was accepted and before the response is sent.
    func holdAnswer(before: Turnpike? = nil, after: Turnpike? = nil) { hold = (before, after) }

    func publish(_ event: ServerEvent) { for listener in listeners { listener.yield(event) } }

    func events(with key: Secret) async throws -> AsyncStream<ServerEvent> {
        guard devices[key.reveal()] != nil else { throw Refused() }
        let (stream, continuation) = AsyncStream<ServerEvent>.makeStream()
        listeners.append(continuation)
        return stream
    }

    func shutdown() async { isShutDown = true }

    func send(_ request: APIRequest) async throws -> APIResponse {
        do {
            return try await route(request)
        } catch let error as APIError {
            return try reply(error, status: error.code.status)
        }
    }

    private func route(_ request: APIRequest) async throws -> APIResponse {
        let path = request.path.prefix { $0 != "?" }
        let parts = path.split(separator: "/").map(String.init)
        if path == API.registerDevice.path { return try register(request) }
        let device = try caller(of: request)
        switch (request.method, parts.count) {
        case (.get, _) where path == API.listAsks.path:
            return try reply(Page(items: asks.values.filter { $0.state == .pending }.sorted { $0.id > $1.id }))
        case (.get, _) where path == API.notificationHistory.path:
            return try reply(Page<UserNotification>(items: []))
        case (.get, _) where path == API.getPreferences.path: return try reply(NotificationPreferences.default)
        case (.get, 3) where parts[1] == "asks": return try reply(try ask(parts[2]))
        case (.post, 4) where parts[3] == "answer": return try await answer(request, to: try ask(parts[2]), by: device)
        case (.post, 4) where parts[3] == "read": return APIResponse(status: 204)
        default:
            Issue.record("no such route: \(request)")
            throw APIError(.notFound)
        }
    }

    private func register(_ request: APIRequest) throws -> APIResponse {
        let body = try CanonicalJSON.decode(DeviceRegistration.self, from: request.body)
        let key = try #require(body.publicKey.flatMap { Base64.decode($0) })
        _ = try P256.Signing.PublicKey(x963Representation: key)
        var device = Device(
            id: DeviceID(high: 1, low: UInt64(devices.count + 1)), userID: "ana", name: body.name ?? "",
            platform: body.platform, token: try #require(body.token), environment: body.environment,
            app: body.app ?? "",
            publicKey: key,
            registeredAt: clock.now)
        guard let code = body.pairingCode else {
            let known = try caller(of: request)
            return try reply(RegisteredDevice(device: DeviceSummary(known)))
        }
        guard codes.remove(code) != nil else { throw APIError(.pairingCodeInvalid) }
        if let former = devices.first(where: { $0.value.token == device.token }) {
            devices[former.key] = nil
            device = Device(
                id: former.value.id, userID: device.userID, name: device.name, platform: device.platform,
                token: device.token, environment: device.environment, app: device.app, publicKey: key,
                registeredAt: clock.now)
        }
        let secret = "key-of-\(device.name)-\(code)"
        devices[secret] = device
        return try reply(RegisteredDevice(device: DeviceSummary(device), key: Secret(secret)), status: 201)
    }

    private func answer(_ request: APIRequest, to ask: Ask, by device: Device) async throws -> APIResponse {
        let hold = hold
        self.hold = nil
        await hold?.before?.pass()
        let body = try CanonicalJSON.decode(AnswerRequest.self, from: request.body)
        let statement = AnswerStatement(
            askID: ask.id, inputDigest: body.inputDigest, deadline: ask.deadline, deviceID: device.id,
            answer: body.answer)
        let key = try P256.Signing.PublicKey(x963Representation: device.publicKey)
        let signature = try P256.Signing.ECDSASignature(
            rawRepresentation: Data(try #require(Base64.decode(body.signature))))
        guard key.isValidSignature(signature, for: Data(try statement.text.utf8)) else {
            throw APIError(.signatureInvalid)
        }
        answers += 1
        let signed = SignedAnswer(
            answer: body.answer, deviceID: device.id, deviceName: device.name, signature: body.signature)
        // Reads the current state, because another answer may have been accepted during the hold.
        let resolved = try process(asks[ask.id] ?? ask, .answered(signed, inputDigest: body.inputDigest))
        await hold?.after?.pass()
        return try reply(resolved)
    }

    private func process(_ ask: Ask, _ event: AskStateMachine.Event) throws -> Ask {
        var ask = ask
        switch AskStateMachine.transition(of: event, for: ask, at: clock.now) {
        case .resolve(let resolution):
            transitions += 1
            ask.resolution = resolution
            asks[ask.id] = ask
        case .unchanged: break
        case .refuse(.answeredDifferently(let resolution)): throw APIError(.askAlreadyAnswered, resolution: resolution)
        case .refuse(.expired): throw APIError(.askExpired)
        case .refuse(.withdrawn(let resolution)): throw APIError(.askWithdrawn, resolution: resolution)
        case .refuse: throw APIError(.answerDoesNotFit)
        }
        return ask
    }

    private func ask(_ text: String) throws -> Ask {
        guard let id = AskID(text), let ask = asks[id] else { throw APIError(.notFound) }
        return ask
    }

    private func caller(of request: APIRequest) throws -> Device {
        let key = request.headers["authorization"].map { String($0.dropFirst("Bearer ".count)) }
        guard let key, let device = devices[key] else { throw APIError(.unauthorized) }
        return device
    }

    private func reply(_ value: some Encodable, status: Int = 200) throws -> APIResponse {
        APIResponse(status: status, body: try CanonicalJSON.encode(value))
    }
}
