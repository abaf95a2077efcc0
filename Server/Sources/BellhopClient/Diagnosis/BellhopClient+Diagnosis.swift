public import BellhopModel

extension BellhopClient {
    /// How the server stands. It asks its gateways, which takes seconds when one cannot be reached. One attempt.
    ///
    /// - Throws: ``ClientError``.
    public func diagnose(_ request: DiagnosisRequest = DiagnosisRequest()) async throws -> Diagnosis {
        try decode(
            Diagnosis.self, from: try await attempt(try Call(.diagnose).sending(request), within: .seconds(45)))
    }
}
