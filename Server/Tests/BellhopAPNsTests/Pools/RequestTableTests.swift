import BellhopPush
import NIOCore
import Testing

@testable import BellhopAPNs

@Suite("The requests of a pool")
struct RequestTableTests {
    private static func request() throws -> PendingRequest { PendingRequest(APNsRequest(try Push.test())) }

    @Test("have ids that are not found after their end, although their slots are used again")
    func generations() throws {
        var requests = PendingRequests()
        let (first, second, third) = (try Self.request(), try Self.request(), try Self.request())
        let ids = [requests.insert(first), requests.insert(second)]
        #expect(requests.remove(ids[0]) === first)
        let next = requests.insert(third)
        #expect(next.slot == ids[0].slot && next != ids[0])
        #expect(requests[ids[0]] == nil && requests.remove(ids[0]) == nil)
        #expect(requests[ids[1]] === second && requests[next] === third)
        #expect(third.id == next)
    }

    @Test("belong to a connection while they are sent on it")
    func connections() {
        var table = RequestTable()
        let (one, two, connection) = (RequestID(number: 1), RequestID(number: 2), ConnectionID(number: 7))
        table[one] = PoolStateMachine.Request(started: .now(), sent: .now())
        table[two] = PoolStateMachine.Request(started: .now(), sent: .now())
        table.sent(two, on: connection, at: .now())
        table.sent(RequestID(slot: 1, generation: 1), on: connection, at: .now())
        #expect(table.ids(on: connection) == [two])
        #expect(table.remove(two)?.connection == connection)
        #expect(table.remove(two) == nil && table[one] != nil)
        #expect(table.count == 1)
        table[one] = nil
        #expect(table.isEmpty)
    }
}
