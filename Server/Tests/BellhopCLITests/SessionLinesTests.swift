import BellhopModel
import Testing

@testable import BellhopCLI

@Suite("bellhop sessions")
struct SessionLinesTests {
    @Test(
        "A session on a line says what it does, and when it has failed, why",
        arguments: [
            (SessionStatus.running, "run-1  running  Fix  2/5  Stopped: rate limit reached"),
            (.waiting, "run-1  waiting  Fix  2/5  Stopped: rate limit reached"),
            (.failed, "run-1  failed  Fix  2/5  Stopped: rate limit reached"),
            (.completed, "run-1  completed  Fix  2/5"),
        ])
    func line(_ status: SessionStatus, _ line: String) {
        let session = AgentSession(
            id: "run-1", userID: "ada", title: "Fix", status: status, operation: "Stopped: rate limit reached",
            progress: .init(completed: 2, total: 5), startedAt: Timestamp(seconds: 1), updatedAt: Timestamp(seconds: 2))
        #expect(session.line == line)
    }
}
