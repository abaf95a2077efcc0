import BellhopCore

/// The use cases that handlers call.
@dynamicMemberLookup
struct Services: Sendable {
    let useCases: UseCases
    let keys: KeyService
    let devices: DeviceService
    let pairings: PairingService
    let channels: Channels
    let diagnoses: Diagnoses
    let probe: StoreProbe
    let metrics: PrometheusMetrics

    subscript<Value>(dynamicMember member: KeyPath<UseCases, Value>) -> Value { useCases[keyPath: member] }
}
