import BellhopKit
import BellhopModel

/// The app's way to its server: through the network, unless airplane mode is on or the app is no more.
struct PhoneRadio: APITransport, EventPort {
    let network: any PhoneNetwork
    let airplane: AirplaneSwitch
    let life: ProcessLife

    struct NoNetwork: Error {}

    func send(_ request: APIRequest) async throws -> APIResponse {
        try check()
        let response = try await network.send(request)
        // The network went while the answer was on its way: it never arrived.
        try check()
        return response
    }

    func events(with key: Secret) async throws -> AsyncStream<Event> {
        try check()
        let reader = Reader(events: try await network.events(with: key), airplane: airplane)
        return AsyncStream { await reader.next() }
    }

    private func check() throws {
        try life.check()
        if airplane.isOn { throw NoNetwork() }
    }

    /// Ends the events when the network goes.
    private actor Reader {
        private let events: AsyncStream<Event>
        private let airplane: AirplaneSwitch
        private var hasEnded = false

        init(events: AsyncStream<Event>, airplane: AirplaneSwitch) {
            self.events = events
            self.airplane = airplane
        }

        func next() async -> Event? {
            guard !hasEnded else { return nil }
            let event = await withTaskGroup(of: Event?.self) { [events, airplane] group in
                group.addTask { await events.first { _ in true } }
                group.addTask {
                    await airplane.waits(until: false)
                    return nil
                }
                let first = await group.next() ?? nil
                group.cancelAll()
                return first
            }
            hasEnded = event == nil
            return event
        }
    }
}
