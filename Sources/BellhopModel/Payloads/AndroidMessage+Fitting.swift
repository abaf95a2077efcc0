extension AndroidMessage {
    /// As ``init(_:tag:)``, with the payload's texts shortened until the message has at most `limit` bytes when encoded:
    /// the same texts in the same order as ``PushPayload/fitted(to:)``.
    ///
    /// - Parameter limit: in bytes. FCM takes 4096 of data and notification together (*About FCM messages*).
    /// - Throws: ``PayloadTooLarge`` when that is not enough, naming the longest field; `EncodingError` as
    ///   ``PushPayload/encoded()``.
    public init(fitting payload: PushPayload, tag: String, to limit: Int = PayloadLimits.regular) throws {
        var fitting = payload
        while true {
            let message = AndroidMessage(fitting, tag: tag)
            let size = try message.encoded().count
            guard size > limit else {
                self = message
                return
            }
            do {
                // What a text takes in one form differs from the other by what is escaped, so it may take some rounds. Each
                // begins with the whole texts, so that what is left out is counted once.
                fitting = try payload.fitted(to: try fitting.encoded().count - (size - limit))
            } catch is PayloadTooLarge {
                let longest = JSONText.longestLeaf(of: message.json)
                throw PayloadTooLarge(
                    limit: limit, size: size, longestField: longest.path, longestFieldSize: longest.size)
            }
        }
    }
}
