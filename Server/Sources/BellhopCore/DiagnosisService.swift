public import BellhopModel
public import BellhopPush
public import BellhopStore

/// Checks queue, registrations and gateways of the server.
public struct DiagnosisService: Sendable {
    /// The maximum number of apps that are probed at once.
    static let appLimit = 20

    private let store: Store
    private let gateways: [Platform: any Gateway]
    private let time: any TimeSource

    public init(store: Store, gateways: [Platform: any Gateway], time: any TimeSource) {
        self.store = store
        self.gateways = gateways
        self.time = time
    }

    /// Reads queue and registrations, and probes each gateway that devices need, concurrently. No device receives
    /// anything.
    ///
    /// - Parameter key: an admin's.
    /// - Throws: `APIError`: `forbidden`, `invalid_request`.
    public func diagnose(_ request: DiagnosisRequest, by key: KeyRecord) async throws -> Diagnosis {
        try key.require([.admin], to: "diagnose the server")
        let now = time.now
        let counts = try await store.deviceCounts()
        let due = try await store.nextDeliveryDue()
        return Diagnosis(
            time: now, version: BellhopVersion.current, queueDepth: try await store.queueDepth(),
            lateSince: due.flatMap { $0 < now ? $0 : nil }, devices: counts,
            gateways: await probe(Self.addresses(of: counts, and: request)))
    }

    /// The apps to probe: the requested one first, then those of active registrations.
    private static func addresses(of counts: [DeviceCount], and request: DiagnosisRequest) -> [AppAddress] {
        let asked = request.app.map { app in
            PushEnvironment.allCases.map {
                AppAddress(platform: request.platform ?? .ios, app: app, environment: $0)
            }
        }
        var seen: Set<AppAddress> = []
        let all = (asked ?? []) + counts.filter { $0.state != .inactive }.map(\.address)
        return Array(all.filter { seen.insert($0).inserted }.prefix(appLimit))
    }

    private func probe(_ addresses: [AppAddress]) async -> [GatewayDiagnosis] {
        await withTaskGroup(of: (Int, GatewayDiagnosis).self) { group in
            for (index, address) in addresses.enumerated() {
                group.addTask { (index, await probe(address)) }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func probe(_ address: AppAddress) async -> GatewayDiagnosis {
        guard let gateway = gateways[address.platform], let push = Push(probing: address, at: time.now) else {
            return GatewayDiagnosis(address, .absent)
        }
        let start = time.now
        let (state, reason) = await response(of: gateway, to: push)
        let milliseconds = (time.now - start) / .milliseconds(1)
        return GatewayDiagnosis(address, state, reason: reason?.rawValue, milliseconds: Int(milliseconds))
    }

    private func response(of gateway: any Gateway, to push: Push) async -> (GatewayDiagnosis.State, Reason?) {
        do {
            return GatewayDiagnosis.State.read(try await gateway.send(push))
        } catch {
            let status = (error as? UnknownResponse)?.status
            return (.unclear, Reason(rawValue: status.map { "UnknownResponse\($0)" } ?? "GatewayFault"))
        }
    }
}

extension GatewayDiagnosis.State {
    /// The state of credential and app according to the outcome of a probe.
    static func read(_ outcome: Outcome) -> (Self, Reason?) {
        switch outcome {
        case .accepted: (.working, nil)
        case .rejected(let rejection):
            switch rejection.cause {
            case .deviceGone, .deviceSuspect: (.working, nil)
            case .credentialInvalid, .pushInvalid: (.refused, rejection.reason)
            }
        case .deferred(let deferral):
            [.unreachable, .timeout, .connectionLost].contains(deferral.reason)
                ? (.unreachable, deferral.reason) : (.unclear, deferral.reason)
        }
    }
}

extension Push {
    /// A well-formed push to a token that no device has: a gateway checks the credential and the app before the token.
    init?(probing address: AppAddress, at now: Timestamp) {
        let (text, payload) =
            switch address.platform {
            case .ios, .macos: (String(repeating: "0", count: 64), #"{"aps":{"content-available":1}}"#)
            case .android: ("bellhop-diagnosis-no-device", #"{"data":{"type":"sync"}}"#)
            // Push services check the key only together with a subscription, so they cannot be probed: the gateway
            // rejects this token itself.
            case .web: ("bellhop-diagnosis-no-device", "{}")
            }
        guard let token = DeviceToken(text) else { return nil }
        self.init(
            id: .make(at: now), token: token, environment: address.environment, app: address.app, kind: .background,
            payload: Array(payload.utf8), urgency: .considerate, expiration: .immediately)
    }
}
