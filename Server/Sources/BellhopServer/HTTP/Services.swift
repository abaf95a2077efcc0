import BellhopCore

/// The use cases that handlers call.
///
/// A class, because each request has them, and a copy would retain each reference in them.
@dynamicMemberLookup
final class Services: Sendable {
    let useCases: UseCases
    let pairings: PairingService
    let channels: ChannelService
    let diagnoses: DiagnosisService
    let probe: StoreProbe
    let metrics: PrometheusMetrics
    let queueMetrics: QueueMetrics
    /// The public VAPID key; `nil` without Web Push.
    let applicationServerKey: String?

    init(
        useCases: UseCases, pairings: PairingService, channels: ChannelService, diagnoses: DiagnosisService,
        probe: StoreProbe, metrics: PrometheusMetrics, queueMetrics: QueueMetrics, applicationServerKey: String?
    ) {
        self.useCases = useCases
        self.pairings = pairings
        self.channels = channels
        self.diagnoses = diagnoses
        self.probe = probe
        self.metrics = metrics
        self.queueMetrics = queueMetrics
        self.applicationServerKey = applicationServerKey
    }

    subscript<Value>(dynamicMember member: KeyPath<UseCases, Value>) -> Value { useCases[keyPath: member] }
}
