import BellhopClient
import BellhopKit
import BellhopModel
import BellhopServer
import BellhopSimulators
import Testing

import struct BellhopClient.ServerAddress

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("Pairing a phone in the terminal", .timeLimit(.minutes(10)))
struct PhonePairingTests {
    @Test("A phone that was removed pairs anew with a code, and one that is paired wants none")
    func removed() async throws {
        try await RunningBellhop.run { bellhop in
            try await BellhopClient.with(ServerAddress(bellhop.url), key: bellhop.keys.admin) { admin in
                let pairing = PhonePairing(phone: bellhop.phone)
                let known = try await pairing.run { throw CommandFailure("No code is wanted.") }
                #expect(known == nil)

                let id = try #require(try await admin.call(API.listDevices).items.first?.id)
                try await admin.call(API.removeDevice, id)
                await #expect(throws: CommandFailure.self) { try await pairing.run { "000000" } }
                let paired = try await pairing.run {
                    try await admin.call(API.createPairing, body: PairingRequest()).code
                }
                let active = try await admin.call(API.listDevices).items.filter { $0.state == .active }.map(\.id)
                #expect(paired != nil && active == [paired])
            }
        }
    }
}
