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

    /// - Parameter config: the folder of the configuration that the hooks use; `nil` leaves it to their environment.
    /// - Throws: ``CommandFailure``.
    init(_ place: SettingsPlace, running program: String, config: String? = nil, state: StateFolder) throws {
        agent = place.agent
        path = place.file.path
        content = place.content(running: program, config: config)
        file = try EditedFile(place.file)
        kept = SetupRecordFolder(of: file, for: place.agent, in: state)
    }

    enum Outcome: Hashable, Sendable {
        case installed
        case updated
        /// All was there already.
        case unchanged
        /// All is there by hand, in a file that cannot be edited; why, as the end of a sentence that begins with its name.
        case byHand(String)
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

        /// The file stays, or will stay, as it is.
        var isNone: Bool { former == latter }
    }

    /// The file as it was before; where it is kept.
    var backup: String { kept.backup.path }

    /// - Throws: ``CommandFailure``, with what to write by hand when the file must not be changed.
    func install(isRehearsal: Bool = false) throws -> Change {
        // Before anything is written it is clear whether it can be.
        let (change, _) = try installation()
        guard !change.isNone, !isRehearsal else { return change }
        return try kept.alone {
            let known = kept.read()
            let (change, planned) = try installation()
            guard !change.isNone, var next = planned else { return change }
            // First what undoes it, then the change.
            let made: [String]
            do {
                try kept.write(next)
                made = try file.replace(change.former, with: change.latter)
            } catch {
                kept.restore(known)
                throw error
            }
            guard !made.isEmpty else { return change }
            next.record.folders = made
            try kept.write(next)
            return change
        }
    }

    /// - Throws: ``CommandFailure``.
    func remove(isRehearsal: Bool = false) throws -> Change {
        let change = try removal()
        guard !isRehearsal, change.outcome != .absent || kept.read() != nil else { return change }
        return try kept.alone {
            let known = kept.read()
            let change = try removal()
            if change.outcome != .absent {
                try file.replace(change.former, with: change.latter)
                if change.latter == nil {
                    for folder in (known?.record.folders ?? []).reversed() { rmdir(folder) }
                }
            }
            kept.remove()
            return change
        }
    }

    /// What is to be done, and what undoes it.
    private func installation() throws -> (Change, KeptFile?) {
        let (current, known) = (try file.read(), kept.read())
        if let current, content.isPresent(in: current),
            let why = try refusing({ () throws(SettingsRefusal) in try content.handwork(in: current) })
        {
            return (Change(outcome: .byHand(why), former: current, latter: current), nil)
        }
        let (outcome, former, latter, isPersonal) = try refusing { () throws(SettingsRefusal) in
            guard let current, content.isPresent(in: current) else {
                return (Outcome.installed, current, try content.installed(in: current), false)
            }
            let isUntouched = known?.isUntouched(current) ?? false
            // As long as nothing in it is the person's it is made anew, without what an earlier version had in it.
            if isUntouched, let known, known.record.isPersonal != true {
                return (Outcome.updated, known.former, try content.installed(in: known.former), false)
            }
            // First, for what it refuses is to be put right by installing, not by removing.
            let latter = try content.updated(in: current)
            let original =
                isUntouched ? known?.former : try content.removed(from: current, former: FormerFile(known))
            return (Outcome.updated, original, latter, try content.installed(in: original) != latter)
        }
        let next = KeptFile(
            file.path, former: former, installed: latter, isPersonal: isPersonal, folders: known?.record.folders ?? [])
        guard latter != current else { return (Change(outcome: .unchanged, former: current, latter: current), next) }
        try file.check()
        return (Change(outcome: outcome, former: current, latter: latter), next)
    }

    private func removal() throws -> Change {
        let (current, known) = (try file.read(), kept.read())
        guard let current, content.isPresent(in: current) else { return Change(outcome: .absent) }
        try file.check()
        if let known, known.isUntouched(current) {
            return Change(outcome: .restored, former: current, latter: known.former)
        }
        let latter = try refusing { () throws(SettingsRefusal) in
            try content.removed(from: current, former: FormerFile(known))
        }
        return Change(outcome: .takenOut, former: current, latter: latter)
    }

    private func refusing<Value>(_ work: () throws(SettingsRefusal) -> Value) throws -> Value {
        do {
            return try work()
        } catch {
            throw CommandFailure("\(path) \(error.problem), and stays as it is. \(error.remedy)", output: error.lines)
        }
    }
}
