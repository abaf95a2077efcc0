import BellhopAgents
import BellhopClient
import BellhopFoundation
import BellhopTerminal

/// Adds Bellhop to an agent's settings and removes it.
struct Setup: Sendable {
    let agent: Agent
    /// The path of the settings file, as the agent names it.
    let path: String
    let editor: any SettingsEditor
    private let file: EditedFile
    private let records: SetupRecordFolder

    /// - Parameter config: the configuration folder for the hooks; `nil` leaves it to their environment.
    /// - Throws: ``CommandFailure``.
    init(_ location: SettingsLocation, running program: String, config: String? = nil, state: StateFolder) throws {
        agent = location.agent
        path = location.file.path
        editor = location.editor(running: program, config: config)
        file = try EditedFile(location.file)
        records = SetupRecordFolder(of: file, for: location.agent, in: state)
    }

    enum Outcome: Hashable, Sendable {
        case installed
        case updated
        /// All entries were present and current.
        case unchanged
        /// All entries were added by hand to a file that cannot be edited; the reason ends a sentence that begins with its
        /// name.
        case manual(String)
        /// The file has its original contents again, byte for byte, or is deleted if there was none.
        case restored
        /// Only Bellhop's entries were removed: the file was edited after installation.
        case entriesRemoved
        /// The file had no entries of Bellhop's.
        case absent
    }

    /// The outcome, with the file's contents before and after.
    struct Change: Sendable {
        var outcome: Outcome
        var before: [UInt8]?
        var after: [UInt8]?

        /// The contents do not change.
        var isNone: Bool { before == after }
    }

    /// The path of the copy of the original file.
    var backup: String { records.backup.path }

    /// - Throws: ``CommandFailure``, with the lines to add by hand when the file must not be changed.
    func install(isDryRun: Bool = false) throws -> Change {
        // Fails before anything is written when the installation is impossible.
        let (change, _) = try installation()
        guard !change.isNone, !isDryRun else { return change }
        return try records.withLock {
            let known = records.read()
            let (change, planned) = try installation()
            guard !change.isNone, var next = planned else { return change }
            // The backup is written before the change.
            let folders: [String]
            do {
                try records.write(next)
                folders = try file.replace(change.before, with: change.after)
            } catch {
                records.restore(known)
                throw error
            }
            guard !folders.isEmpty else { return change }
            next.record.folders = folders
            try records.write(next)
            return change
        }
    }

    /// - Throws: ``CommandFailure``.
    func remove(isDryRun: Bool = false) throws -> Change {
        let change = try removal()
        guard !isDryRun, change.outcome != .absent || records.read() != nil else { return change }
        return try records.withLock {
            let known = records.read()
            let change = try removal()
            if change.outcome != .absent {
                try file.replace(change.before, with: change.after)
                if change.after == nil {
                    for folder in (known?.record.folders ?? []).reversed() { rmdir(folder) }
                }
            }
            records.remove()
            return change
        }
    }

    /// The change that installation makes, and the backup to restore from.
    private func installation() throws -> (Change, FileBackup?) {
        let (current, known) = (try file.read(), records.read())
        if let current, editor.isPresent(in: current),
            let reason = try translatingRefusals({ () throws(SettingsRefusal) in
                try editor.manualInstallation(in: current)
            })
        {
            return (Change(outcome: .manual(reason), before: current, after: current), nil)
        }
        let (outcome, original, result, isPersonal) = try translatingRefusals { () throws(SettingsRefusal) in
            guard let current, editor.isPresent(in: current) else {
                return (Outcome.installed, current, try editor.installed(in: current), false)
            }
            let isUntouched = known?.isUntouched(current) ?? false
            // Without changes by the user the entries are written again, which removes those of an earlier version.
            if isUntouched, let known, known.record.isPersonal != true {
                return (Outcome.updated, known.original, try editor.installed(in: known.original), false)
            }
            // The update comes before the removal, so that a refusal's remedy is about installing.
            let result = try editor.updated(in: current)
            let original =
                isUntouched ? known?.original : try editor.removed(from: current, original: OriginalFile(known))
            return (Outcome.updated, original, result, try editor.installed(in: original) != result)
        }
        let next = FileBackup(
            file.path, original: original, installed: result, isPersonal: isPersonal,
            folders: known?.record.folders ?? [])
        guard result != current else { return (Change(outcome: .unchanged, before: current, after: current), next) }
        try file.check()
        return (Change(outcome: outcome, before: current, after: result), next)
    }

    private func removal() throws -> Change {
        let (current, known) = (try file.read(), records.read())
        guard let current, editor.isPresent(in: current) else { return Change(outcome: .absent) }
        try file.check()
        if let known, known.isUntouched(current) {
            return Change(outcome: .restored, before: current, after: known.original)
        }
        let result = try translatingRefusals { () throws(SettingsRefusal) in
            try editor.removed(from: current, original: OriginalFile(known))
        }
        return Change(outcome: .entriesRemoved, before: current, after: result)
    }

    private func translatingRefusals<Value>(_ work: () throws(SettingsRefusal) -> Value) throws -> Value {
        do {
            return try work()
        } catch {
            throw CommandFailure("\(path) \(error.problem) and was not changed. \(error.remedy)", output: error.lines)
        }
    }
}

/// A readable line diff: the changed lines with some context.
enum LineDifference {
    private static let context = 2

    static func lines(from before: [UInt8]?, to after: [UInt8]?) -> [String] {
        let (old, new) = (split(before), split(after))
        guard old != new else { return [] }
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        let leading = old[..<head].suffix(context).map { "  " + $0 }
        let removed = old[head..<(old.count - tail)].map { "- " + $0 }
        let added = new[head..<(new.count - tail)].map { "+ " + $0 }
        let trailing = old[(old.count - tail)...].prefix(context).map { "  " + $0 }
        return leading + removed + added + trailing
    }

    private static func split(_ bytes: [UInt8]?) -> [String] {
        guard let bytes, !bytes.isEmpty else { return [] }
        var lines = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map(String.init)
    }
}
