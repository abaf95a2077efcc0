import BellhopAPNs
import BellhopSimulators

extension SimulatedCredential {
    /// What a gateway needs, so that the simulator takes it.
    func forGateway() throws -> APNsCredential { try APNsCredential(teamID: teamID, keyID: keyID, privateKey: p8) }
}
