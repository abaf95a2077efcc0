import BellhopModel

/// A payload that was written for one notification and fits others of the same campaign: they differ in their id alone.
struct PayloadTemplate {
    private let written: RenderedPayload
    private let id: NotificationID
    /// Where the id begins in it.
    private let places: [Int]

    /// - Parameter id: of the notification that it was written for.
    init(_ written: RenderedPayload, of id: NotificationID) {
        self.written = written
        self.id = id
        let bytes = written.bytes
        let text = Array(id.description.utf8)
        places = bytes.indices.dropLast(max(0, text.count - 1)).filter { start in
            bytes[start] == text[0] && bytes[start..<(start + text.count)].elementsEqual(text)
        }
    }

    /// The payload for the notification `other`.
    func payload(for other: NotificationID) -> RenderedPayload {
        guard other != id else { return written }
        let text = other.description.utf8
        var payload = written
        for place in places { payload.bytes.replaceSubrange(place..<(place + text.count), with: text) }
        return payload
    }
}
