import BellhopModel

extension BellhopClient {
    /// Returns when the server says that its database answers. One attempt.
    ///
    /// - Throws: ``ClientError`` that says what is wrong.
    public func checkReadiness() async throws {
        _ = try await attempt(Call(.readiness), within: configuration.timeout)
    }
}
