import BellhopCore

/// The use cases that handlers call.
@dynamicMemberLookup
struct Services: Sendable {
    let useCases: UseCases
    let pairings: PairingService
    let channels: ChannelService
    let diagnoses: DiagnosisService
    let probe: StoreProbe
    let metrics: PrometheusMetrics
    let queueMetrics: QueueMetrics
    /// The public VAPID key; `nil` without Web Push.
    let applicationServerKey: String?

    subscript<Value>(dynamicMember member: KeyPath<UseCases, Value>) -> Value { useCases[keyPath: member] }
}
