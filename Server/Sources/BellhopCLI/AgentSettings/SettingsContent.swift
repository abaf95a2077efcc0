/// What setup writes into a file of an agent, and takes out of it again.
protocol SettingsContent: Sendable {
    /// - Parameter former: the file as it is; `nil` when there is none.
    /// - Throws: ``SettingsRefusal`` when it must not be changed.
    func installed(in former: [UInt8]?) throws(SettingsRefusal) -> [UInt8]

    /// Brings what is there up to date, and keeps what the person has changed about it.
    func updated(in current: [UInt8]) throws(SettingsRefusal) -> [UInt8]

    /// - Returns: the file without what is ours; `nil` when there should be none.
    func removed(from current: [UInt8], former: FormerFile) throws(SettingsRefusal) -> [UInt8]?

    /// Whether something in it is ours.
    func isPresent(in current: [UInt8]) -> Bool

    /// Why a file that has all that is ours cannot be edited: a person wrote it there by hand.
    ///
    /// - Returns: the end of a sentence that begins with the file's name; `nil` when it can be edited.
    /// - Throws: ``SettingsRefusal`` when something is missing in it, or its agent does not read it.
    func handwork(in current: [UInt8]) throws(SettingsRefusal) -> String?
}

/// A file before anything of ours came into it.
enum FormerFile: Hashable, Sendable {
    case unknown
    case absent
    case bytes([UInt8])
}

/// Why a file stays as it is.
struct SettingsRefusal: Error, Hashable, Sendable {
    /// The end of a sentence that begins with the file's name.
    let problem: String
    /// What to do instead, in a sentence.
    let remedy: String
    /// What to write into the file by hand.
    var lines: String?
}
