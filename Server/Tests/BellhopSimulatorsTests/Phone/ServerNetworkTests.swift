import BellhopKit
import BellhopModel
import Testing

@testable import BellhopSimulators

@Suite("A phone's way to a real server")
struct ServerNetworkTests {
    @Test("is closed for good when the phone is switched off: nothing is opened that nobody would close")
    func shutdown() async throws {
        let network = try ServerNetwork("http://127.0.0.1:1")
        await network.shutdown()
        let request = APIRequest(method: .get, path: "/v1/asks")
        await #expect(throws: ServerNetwork.SwitchedOff.self) { try await network.send(request) }
        await #expect(throws: ServerNetwork.SwitchedOff.self) { try await network.events(with: Secret("key")) }
    }
}
