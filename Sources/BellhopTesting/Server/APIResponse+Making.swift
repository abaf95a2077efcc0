public import BellhopKit
public import BellhopModel

extension APIResponse {
    /// A response with `value` as its body.
    public static func json(_ value: some Encodable, status: Int = 200, headers: [String: String] = [:]) -> Self {
        APIResponse(status: status, headers: headers, body: (try? CanonicalJSON.encode(value)) ?? [])
    }

    /// As the server refuses.
    ///
    /// - Parameter retryAfter: seconds.
    public static func error(_ code: APIErrorCode, resolution: Resolution? = nil, retryAfter: Int? = nil) -> Self {
        .json(
            APIError(code, resolution: resolution), status: code.status,
            headers: retryAfter.map { ["retry-after": "\($0)"] } ?? [:])
    }

    /// The response of a captive portal.
    public static let signInPage = APIResponse(status: 200, body: Array("<html>Please sign in</html>".utf8))
}
