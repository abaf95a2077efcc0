import BellhopDelivery

/// The use cases that handlers call.
@dynamicMemberLookup
struct Services: Sendable {
    let useCases: UseCases
    let keys: KeyDesk
    let devices: DeviceDesk
    let pairings: PairingDesk
    let channels: Channels
    let diagnoses: Diagnoses
    let probe: StoreProbe
    let metrics: PrometheusMetrics

    subscript<Value>(dynamicMember member: KeyPath<UseCases, Value>) -> Value { useCases[keyPath: member] }
}
