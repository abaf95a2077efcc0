import Foundation

extension AtomicFile {
    /// The draft path of a new write, unique for each write.
    ///
    /// Named by time, for ``removeOldDrafts(in:at:)``; by process, because an app and its extension may write the same
    /// record; and by write, because two journals of one process may.
    func nextDraft() -> String {
        "\(folder)/.\(name).\(time(nil)).\(getpid()).\(Self.drafts.next())\(Self.draftSuffix)"
    }

    /// Removes the drafts that a kill in the middle of a write left in `folder`.
    ///
    /// They are told by their age, because a lock that a suspended process holds in a shared folder would get it
    /// killed; the age by their name, because a file's own dates are not everybody's to read. A write takes less than a
    /// second; one that was suspended for longer than an hour fails and says so when it goes on, and its record is as
    /// it was.
    ///
    /// - Parameter now: in seconds since 1970.
    static func removeOldDrafts(in folder: String, at now: Int = time(nil)) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(".") && name.hasSuffix(draftSuffix) {
            let parts = name.dropLast(draftSuffix.count).split(separator: ".").suffix(3)
            // Also one of the future: the clock was set back since.
            if let begin = parts.first.flatMap({ Int($0) }), !(now - 3600...now + 3600).contains(begin) {
                unlink("\(folder)/\(name)")
            }
        }
    }

    private static let draftSuffix = ".draft"
    private static let drafts = Counter()
}

/// Counts up, from wherever it is asked.
private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    private var last: UInt64 = 0

    func next() -> UInt64 {
        lock.withLock {
            last += 1
            return last
        }
    }
}
