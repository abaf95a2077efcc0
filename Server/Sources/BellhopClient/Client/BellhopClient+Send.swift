import BellhopModel

extension BellhopClient {
    /// Sends one request as it is, once, and gives the reply whatever its status: for callers with a protocol and retries
    /// of their own, such as an app's core.
    ///
    /// The client's key goes along unless `headers` has an `Authorization` field. A body is declared as JSON unless
    /// `headers` says otherwise.
    ///
    /// - Parameters:
    ///   - target: the path with its query, beginning with `/`.
    ///   - limit: for the whole exchange; the configuration's timeout unless given.
    /// - Throws: ``ClientError`` when there is no reply, `CancellationError` when the task is cancelled.
    public func send(
        _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8] = [],
        within limit: Duration? = nil
    ) async throws -> HTTPReply {
        // RFC 9110 §9.2.2; the key is what makes any other one idempotent.
        let isRepeatable =
            ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"].contains(method)
            || headers.keys.contains { $0.lowercased() == "idempotency-key" }
        return try await send(
            method, target, headers: headers, body: body, isRepeatable: isRepeatable,
            within: limit ?? configuration.timeout)
    }

    func send(
        _ method: String, _ target: String, headers: [String: String], body: [UInt8], isRepeatable: Bool,
        within limit: Duration
    ) async throws -> HTTPReply {
        var fields = headers
        let names = Set(headers.keys.map { $0.lowercased() })
        if let key, !names.contains("authorization") { fields["Authorization"] = try Self.authorization(key) }
        if !body.isEmpty, !names.contains("content-type") { fields["Content-Type"] = "application/json" }
        if !names.contains("accept") { fields["Accept"] = "application/json" }
        if !names.contains("user-agent") { fields["User-Agent"] = "bellhop" }
        return try await transport.send(
            method, target, headers: fields, body: body.isEmpty ? nil : body, isRepeatable: isRepeatable, within: limit)
    }

    /// - Throws: ``ClientError/badKey(_:)`` for what cannot be one: a line's end that was copied along, most often.
    static func authorization(_ key: Secret) throws(ClientError) -> String {
        let key = key.reveal()
        guard key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .badKey("The key holds a space, a line break or another character that no key has: copy it again.")
        }
        return "Bearer \(key)"
    }
}
