import BellhopModel
import Testing

/// Expects that `work` throws the API error `code`, with any message.
func expectRefusal(
    _ code: APIErrorCode, sourceLocation: SourceLocation = #_sourceLocation, _ work: () async throws -> some Sendable
) async {
    do {
        let value = try await work()
        Issue.record("not refused, but \(value)", sourceLocation: sourceLocation)
    } catch let error as APIError {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}
