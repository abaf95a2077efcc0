import BellhopModel

/// Keeps the ``PermissionFlow`` over restarts. It is the device's, not its user's.
actor PermissionGuide {
    private let journal: any Journal
    private let clock: any ClockPort
    private var flow: PermissionFlow?

    init(journal: any Journal, clock: any ClockPort) {
        self.journal = journal
        self.clock = clock
    }

    func step(_ authorization: AuthorizationState) async -> PermissionStep {
        await load().step(authorization, at: clock.now)
    }

    func primed() async { await change { $0.primed(at: $1) } }
    func putOff() async { await change { $0.putOff(at: $1) } }
    func asked() async { await change { $0.asked(at: $1) } }

    private func load() async -> PermissionFlow {
        if let flow { return flow }
        // While the journal is locked, what is not known is not kept in mind either.
        guard let bytes = try? await journal.readIfAny(Self.key) else { return flow ?? PermissionFlow() }
        let kept = bytes.flatMap { try? CanonicalJSON.decode(PermissionFlow.self, from: $0) }
        flow = flow ?? kept ?? PermissionFlow()
        return flow ?? PermissionFlow()
    }

    private func change(_ step: (inout PermissionFlow, Timestamp) -> Void) async {
        var changed = await load()
        step(&changed, clock.now)
        flow = changed
        // When it cannot be kept, the worst is that the person is primed once more after a restart.
        if let bytes = try? CanonicalJSON.encode(changed) { try? await journal.write(bytes, to: Self.key) }
    }

    private static let key = RecordKey.only(.permission)
}
