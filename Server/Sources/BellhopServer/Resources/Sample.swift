import BellhopModel

/// The values of the examples.
enum Sample {
    static let user: UserID = "ada"
    static let session: SessionID = "fix-the-tests"
    static let ask = AskID(high: 0x0192_F0C4_7B1E_7CC3, low: 0x8D2A_1F0E_5A9B_3C4D)
    static let question = AskID(high: 0x0192_F0C4_7B1E_7CC4, low: 0x8D2A_1F0E_5A9B_3C4E)
    static let notification = NotificationID(high: 0x0192_F0C4_7B1E_7D01, low: 0x9B60_2F3A_4C5D_6E7F)
    static let pairing = PairingID(high: 0x0192_F0C4_8A00_7D12, low: 0x9B60_2F3A_4C5D_6E80)
    static let device = DeviceID(high: 0x0192_F0C4_8A00_7D11, low: 0x9B60_2F3A_4C5D_6E7F)
    static let key = KeyID(high: 0x0192_F0C4_8A00_7D12, low: 0x9B60_2F3A_4C5D_6E80)
    static let channel: ChannelID = "dHN0LXNyY2gtY2hubA=="
    static let broadcast = BroadcastID(high: 0x0192_F0C4_9B20_7D21, low: 0x9B60_2F3A_4C5D_6E81)
    static let origin = Origin(agent: "Claude Code", host: "studio", project: "bellhop", folder: "~/bellhop")

    /// 2026-01-31T09:30:00.000Z plus `seconds`.
    static func time(_ seconds: Int64 = 0) -> Timestamp { Timestamp(seconds: 1_769_851_800 + seconds) }

    /// The base point of P-256, which is no device's key.
    static let publicKey = "BGsX0fLhLEJH+Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT+NC4v4af5uO5+tKfA+eFivOM1drMV7Oy7ZAaDe/UfU="
    /// The same key in URL-safe Base64.
    static let applicationServerKey =
        "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"
    static let signature =
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw=="
    static let consoleCode = Secret("00000000000000000000000000000000000000000AA")
    static let secret = Secret("bh_agent_0000000000000000000000000000000000000000000")
}
