import BellhopModel

/// A payload that was written for one notification and fits others of the same campaign: they differ in their id alone.
struct PayloadTemplate {
    private let bytes: [UInt8]
    private let id: NotificationID
    /// Where the id begins in `bytes`.
    private let places: [Int]

    /// - Parameter id: of the notification that `bytes` were written for.
    init(_ bytes: [UInt8], of id: NotificationID) {
        self.bytes = bytes
        self.id = id
        let text = Array(id.description.utf8)
        places = bytes.indices.dropLast(max(0, text.count - 1)).filter { start in
            bytes[start] == text[0] && bytes[start..<(start + text.count)].elementsEqual(text)
        }
    }

    /// The payload for the notification `other`.
    func payload(for other: NotificationID) -> [UInt8] {
        guard other != id else { return bytes }
        let text = other.description.utf8
        var payload = bytes
        for place in places { payload.replaceSubrange(place..<(place + text.count), with: text) }
        return payload
    }
}
