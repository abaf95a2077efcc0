public import BellhopModel

public protocol DeviceCensus: Sendable {
    /// All registrations, counted by platform, app, environment and state, in that order. Walks all of them: for people
    /// who ask, not for every request.
    func deviceCounts() async throws -> [DeviceCount]
}
