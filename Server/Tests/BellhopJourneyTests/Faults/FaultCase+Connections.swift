import BellhopSimulators
import NIOHTTP2

extension FaultCase {
    /// No answer at all, or one that is hard to get.
    static let connections: [FaultCase] = [
        FaultCase("None: sent once", attempts: [.sent], arrivals: 1),
        FaultCase("A late answer: sent once", .hold, attempts: [.sent], arrivals: 1),
        FaultCase(
            "GOAWAY that excludes the request: moved to another connection at once, within the attempt",
            .goAway(GoAway(lastStream: .previous, handling: .skipped)),
            attempts: [.sent(requests: 2)], arrivals: 1),
        FaultCase(
            "GOAWAY that excludes the request three times: moved twice, then left to the queue",
            .goAway(GoAway(lastStream: .previous, handling: .skipped)),
            .goAway(GoAway(lastStream: .previous, handling: .skipped)),
            .goAway(GoAway(lastStream: .previous, handling: .skipped)),
            attempts: [.deferred("ConnectionLost", requests: 3), .sent], arrivals: 1),
        FaultCase(
            "GOAWAY that includes the request, which was processed and not answered: sent again under the same id",
            .goAway(GoAway(lastStream: .faulted, handling: .processed)),
            attempts: [.deferred("ConnectionLost"), .sent], arrivals: 2),
        FaultCase(
            "GOAWAY that includes the request, which was not processed all the same: sent again",
            .goAway(GoAway(lastStream: .faulted, handling: .skipped)),
            attempts: [.deferred("ConnectionLost"), .sent], arrivals: 1),
        FaultCase(
            "GOAWAY with the answer after it: sent once",
            .goAway(GoAway(reason: "Shutdown", lastStream: .maximum, handling: .answered)),
            attempts: [.sent], arrivals: 1),
        FaultCase(
            "RST_STREAM with REFUSED_STREAM: sent on another stream at once, within the attempt",
            .resetStream(.refusedStream, .skipped),
            attempts: [.sent(requests: 2)], arrivals: 1),
        FaultCase(
            "RST_STREAM with INTERNAL_ERROR before it was processed: sent again",
            .resetStream(.internalError, .skipped),
            attempts: [.deferred("ConnectionLost"), .sent], arrivals: 1),
        FaultCase(
            "RST_STREAM with INTERNAL_ERROR after it was processed: sent again under the same id",
            .resetStream(.internalError, .processed),
            attempts: [.deferred("ConnectionLost"), .sent], arrivals: 2),
        FaultCase(
            "The connection cut before it was processed: sent again",
            .cutConnection(.skipped),
            attempts: [.deferred("ConnectionLost"), .sent], arrivals: 1),
        FaultCase(
            "The connection cut after it was processed: sent again under the same id",
            .cutConnection(.processed),
            attempts: [.deferred("ConnectionLost"), .sent], arrivals: 2),
        FaultCase(
            "No answer before the deadline, not processed: sent again",
            .stall(.skipped), patience: .seconds(10),
            attempts: [.deferred("Timeout"), .sent], arrivals: 1),
        FaultCase(
            "No answer before the deadline, processed: sent again under the same id",
            .stall(.processed), patience: .seconds(10),
            attempts: [.deferred("Timeout"), .sent], arrivals: 2),
        FaultCase(
            "The connection refused: sent again once somebody listens", isRefused: true,
            attempts: [.deferred("Unreachable", requests: 0), .sent], arrivals: 1),
    ]
}
