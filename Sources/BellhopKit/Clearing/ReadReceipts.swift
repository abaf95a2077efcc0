import BellhopModel

/// Tells the server what the person has read, now or when it can be reached again.
actor ReadReceipts {
    private let api: DeviceAPI
    private let registrar: Registrar
    private let journal: any Journal
    private let turn = Turn()

    init(api: DeviceAPI, registrar: Registrar, journal: any Journal) {
        self.api = api
        self.registrar = registrar
        self.journal = journal
    }

    /// A receipt that cannot be kept is lost with its notification's badge corrected by the next list.
    func markRead(_ id: NotificationID) async {
        try? await journal.write([], to: RecordKey(unchecked: .reads, id.description))
        await flush()
    }

    func flush() async {
        _ = await turn.take {
            guard let keys = try? await journal.keys(in: .reads), !keys.isEmpty,
                case .found(let credentials) = await registrar.credentials()
            else { return }
            for key in keys {
                guard let id = NotificationID(key.name) else { continue }
                guard let reply = try? await api.markRead(id, key: credentials.key) else { return }
                if case .unavailable = reply { return }
                try? await journal.remove(key)
            }
        }
    }
}
