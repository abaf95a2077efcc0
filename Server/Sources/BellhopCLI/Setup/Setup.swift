import BellhopAgents
import BellhopClient
import BellhopTerminal
import Foundation

/// Puts Bellhop into an agent's settings, and takes it out again.
struct Setup: Sendable {
    let agent: Agent
    /// As the agent names it.
    let path: String
    let content: any SettingsContent
    private let file: EditedFile
    private let kept: SetupRecordFolder

    /// - Throws: ``CommandFailure``.
    init(_ place: SettingsPlace, running program: String, state: StateFolder) throws {
        agent = place.agent
        path = place.file.path
        content = place.content(running: program)
        file = try EditedFile(place.file)
        kept = SetupRecordFolder(of: file, for: place.agent, in: state)
    }

    enum Outcome: Hashable, Sendable {
        case installed
        case updated
        /// All was there already.
        case unchanged
        /// The file is again what it was, byte for byte, or gone if there was none.
        case restored
        /// It was edited since: only what is ours was taken out.
        case takenOut
        /// There was nothing of ours.
        case absent
    }

    /// What comes of it, and the file before and after.
    struct Change: Sendable {
        var outcome: Outcome
        var former: [UInt8]?
        var latter: [UInt8]?
    }

    /// The file as it was before; where it is kept.
    var backup: String { kept.backup.path }

    /// - Throws: ``CommandFailure``, with what to write by hand when the file must not be changed.
    func install(isRehearsal: Bool = false) throws -> Change {
        let current = try file.read()
        let known = kept.read()
        let isPresent = current.map(content.isPresent(in:)) ?? false
        let (original, latter) = try refusing { () throws(SettingsRefusal) in try installation(current, known) }
        guard latter != current else { return Change(outcome: .unchanged, former: current, latter: current) }
        let change = Change(outcome: isPresent ? .updated : .installed, former: current, latter: latter)
        try file.check()
        guard !isRehearsal else { return change }
        // First what undoes it, then the change.
        var record = SetupRecord(
            path: file.path, former: original.map(SetupRecord.digest), installed: SetupRecord.digest(latter),
            folders: known?.record.folders ?? [])
        try kept.write(record, former: original)
        do {
            let made = try file.replace(current, with: latter)
            guard !made.isEmpty else { return change }
            record.folders = made
            try kept.write(record, former: original)
        } catch {
            if known == nil { kept.remove() }
            throw error
        }
        return change
    }

    /// - Throws: ``CommandFailure``.
    func remove(isRehearsal: Bool = false) throws -> Change {
        let known = kept.read()
        guard let current = try file.read(), content.isPresent(in: current) else {
            if !isRehearsal { kept.remove() }
            return Change(outcome: .absent)
        }
        var change = Change(outcome: .takenOut, former: current)
        if let known, known.record.installed == SetupRecord.digest(current), known.former != .unknown {
            change.outcome = .restored
            if case .bytes(let bytes) = known.former { change.latter = bytes }
        } else {
            let former = known?.former ?? .unknown
            change.latter = try refusing { () throws(SettingsRefusal) in
                try content.removed(from: current, former: former)
            }
        }
        try file.check()
        guard !isRehearsal else { return change }
        try file.replace(current, with: change.latter)
        if change.latter == nil {
            for folder in (known?.record.folders ?? []).reversed() { rmdir(folder) }
        }
        kept.remove()
        return change
    }

    /// The file without and with what is ours.
    ///
    /// As long as nobody has edited it, it is made anew from what it was. Afterwards what is ours is brought up to date,
    /// and the rest is the person's.
    private func installation(
        _ current: [UInt8]?, _ known: (record: SetupRecord, former: FormerFile)?
    ) throws(SettingsRefusal) -> (original: [UInt8]?, latter: [UInt8]) {
        guard let current, content.isPresent(in: current) else { return (current, try content.installed(in: current)) }
        if let known, known.record.installed == SetupRecord.digest(current) {
            let original: [UInt8]? = if case .bytes(let bytes) = known.former { bytes } else { nil }
            return (original, try content.installed(in: original))
        }
        let latter = try content.updated(in: current)
        return (try content.removed(from: current, former: known?.former ?? .unknown), latter)
    }

    private func refusing<Value>(_ work: () throws(SettingsRefusal) -> Value) throws -> Value {
        do {
            return try work()
        } catch {
            throw CommandFailure("\(path) \(error.problem), and stays as it is.\n\n\(error.remedy)")
        }
    }
}
