import BellhopModel
import Testing

@testable import BellhopSimulators

@Suite("Devices that come and go", .timeLimit(.minutes(10)))
struct StoreAndForwardTests {
    private func texts(_ stream: AsyncStream<DeliveredPush>) async -> [String] {
        await stream.reduce(into: []) { $0.append(String(decoding: $1.payload, as: UTF8.self)) }
    }

    @Test("A device that was away gets the latest push of each topic")
    func latest() async throws {
        try await Bench.run { bench in
            let provider = try await Provider.connect(to: bench.simulator)
            let request = try bench.request()
            for number in 1...3 {
                #expect(await provider.push(request.saying(#"{"aps":{"badge":\#(number)}}"#))?.status == 200)
            }
            let phone = bench.simulator.attach(token: Provider.token)
            #expect(await provider.push(request.saying(#"{"aps":{"badge":4}}"#))?.status == 200)
            await bench.simulator.stop()
            #expect(await texts(phone) == [#"{"aps":{"badge":3}}"#, #"{"aps":{"badge":4}}"#])
        }
    }

    @Test("A push that has expired, or that may not be stored, is not delivered later")
    func expired() async throws {
        try await Bench.run { bench in
            let provider = try await Provider.connect(to: bench.simulator)
            let soon = String((bench.now + .seconds(60)).seconds)
            let request = try bench.request()
            #expect(await provider.push(request.with("apns-expiration", soon))?.status == 200)
            let once = request.to(Provider.deviceToken(2)).with("apns-expiration", "0")
            #expect(await provider.push(once)?.status == 200)
            bench.pass(.seconds(60))
            let phones = [Provider.token, Provider.deviceToken(2)].map { bench.simulator.attach(token: $0) }
            await bench.simulator.stop()
            for phone in phones { #expect(await texts(phone) == []) }
        }
    }

    @Test("A refused push reaches nobody")
    func refused() async throws {
        try await Bench.run { bench in
            let phone = bench.simulator.attach(token: Provider.token)
            let provider = try await Provider.connect(to: bench.simulator)
            expect(try await provider.push(bench.request().with("apns-priority", "7")), .badPriority)
            await bench.simulator.stop()
            #expect(await texts(phone) == [])
        }
    }

    @Test("A second attachment takes the place of the first")
    func replaced() async throws {
        try await Bench.run { bench in
            let first = bench.simulator.attach(token: Provider.token)
            let second = bench.simulator.attach(token: Provider.token)
            #expect(await texts(first) == [])
            let provider = try await Provider.connect(to: bench.simulator)
            #expect(try await provider.push(bench.request())?.status == 200)
            await bench.simulator.stop()
            #expect(await texts(second).count == 1)
        }
    }

    @Test("A retry is counted by its id, wherever it arrives")
    func attempts() async throws {
        try await Bench.run { bench in
            let id = DeliveryID.make(at: bench.now)
            let request = try bench.request().with("apns-id", id.description)
            bench.simulator.script(.cutConnection(.processed))
            let first = try await Provider.connect(to: bench.simulator)
            #expect(await first.push(request) == nil)
            let second = try await Provider.connect(to: bench.simulator)
            #expect(await second.push(request)?.status == 200)
            #expect(bench.simulator.attempts(of: id) == 2)
            #expect(bench.simulator.received(for: Provider.token).map(\.connection) == [1, 2])
        }
    }
}
