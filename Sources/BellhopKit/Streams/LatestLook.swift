/// Lets only the newest look at something be noted: of looks that overlap, an older one may end after a newer.
struct LatestLook: Sendable {
    private var begun = 0
    private var noted = 0

    init() {}

    /// Call it before looking.
    mutating func begin() -> Int {
        begun += 1
        return begun
    }

    /// Call it when what was seen is about to be noted.
    ///
    /// - Returns: whether no newer look was noted.
    mutating func isNews(_ look: Int) -> Bool {
        guard look > noted else { return false }
        noted = look
        return true
    }
}
