import BellhopModel
import NIOCore

@testable import BellhopSimulators

/// A valid request, which a test case changes in one respect.
struct InspectionSample: Sendable {
    static let credential = SimulatedCredential()
    static let token = String(repeating: "0a", count: 32)
    static let now = Timestamp(seconds: 1_800_000_000)

    var request: PushRequest
    var credential: CredentialCheckResult
    var tokens = TokenHistory()
    var device = DeviceLookup.unknown(.acceptAnyToken)
    var environment = PushEnvironment.sandbox

    init() {
        request = PushRequest()
        request.method = "POST"
        request.path = "/3/device/\(Self.token)"
        request.authorization = "bearer one"
        request.headers = PushHeaders(pushType: "alert", topic: "com.example.app")
        request.payload = ByteBuffer(string: #"{"aps":{"alert":"Deploy?"}}"#)
        credential = .verified(VerifiedProviderToken(key: Self.credential.providerKey, issuedAt: Self.now))
    }

    var inspection: APNsInspection {
        APNsInspection(
            request: request, credential: credential, tokens: tokens, device: device, environment: environment,
            now: Self.now)
    }

    mutating func payload(_ text: String) { request.payload = ByteBuffer(string: text) }

    /// A valid payload of exactly `size` bytes.
    mutating func payload(size: Int) {
        let frame = #"{"aps":{"alert":""}}"#
        payload(#"{"aps":{"alert":"\#(String(repeating: "x", count: size - frame.utf8.count))"}}"#)
    }

    mutating func type(_ name: String?, topic: String) {
        request.headers.pushType = name
        request.headers.topic = topic
    }

    mutating func issued(_ age: Duration) {
        credential = .verified(VerifiedProviderToken(key: Self.credential.providerKey, issuedAt: Self.now - age))
    }

    mutating func key(
        _ id: String = "OTHERKEY01", team: String = "SIMTEAM001", environments: Set<PushEnvironment> = [.sandbox],
        topics: Set<String>? = nil
    ) {
        let key = ProviderKey(
            keyID: id, teamID: team, publicKey: Self.credential.providerKey.publicKey, environments: environments,
            topics: topics)
        credential = .verified(VerifiedProviderToken(key: key, issuedAt: Self.now))
    }

    /// Records a push with the sample's key at this time before.
    mutating func pushed(_ age: Duration) {
        let moment = Self.now - age
        let token = VerifiedProviderToken(key: Self.credential.providerKey, issuedAt: moment)
        tokens.record(token, authorization: "bearer zero", now: moment)
    }

    mutating func register(
        topic: String = "com.example.app", environment: PushEnvironment = .sandbox,
        state: SimulatedDevice.State = .active
    ) {
        guard let token = DeviceToken(Self.token) else { return }
        device = .registered(
            SimulatedDevice(
                token: token, topic: topic, environment: environment, registeredAt: Self.now, state: state))
    }
}
