/// How many items of a list one request may have.
enum PageLimit {
    static let range = 1...200

    static func clamp(_ limit: Int) -> Int { min(max(limit, range.lowerBound), range.upperBound) }
}
