import BellhopModel

/// The connections of one key to one environment: a pool for each service, each opened when it is first needed.
struct Pools: Sendable {
    let pushes: Pool
    let broadcasts: Pool
    let channels: Pool

    /// - Parameter make: makes the pool of a service.
    init(_ make: (APNsService) -> Pool) {
        pushes = make(.pushes)
        broadcasts = make(.broadcasts)
        channels = make(.channels)
    }

    var all: [Pool] { [pushes, broadcasts, channels] }
}
