import BellhopModel

/// Keeps the ``PermissionFlow`` over restarts. It is the device's, not its user's.
actor PermissionGuide {
    private let record: SingleRecord<PermissionFlow>
    private let clock: any ClockPort
    private var flow: PermissionFlow?

    init(journal: any Journal, clock: any ClockPort) {
        record = SingleRecord(.permission, in: journal)
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
        let kept = await record.read()
        // Another call may have read or changed it during the suspension.
        if let flow { return flow }
        switch kept {
        case .found(let kept): flow = kept
        case .nothing: flow = PermissionFlow()
        // What is not known is not kept in mind either.
        case .locked: break
        }
        return flow ?? PermissionFlow()
    }

    private func change(_ step: (inout PermissionFlow, Timestamp) -> Void) async {
        var changed = await load()
        step(&changed, clock.now)
        flow = changed
        // When it cannot be kept, the worst is that the person is primed once more after a restart.
        await record.write(changed)
    }
}
