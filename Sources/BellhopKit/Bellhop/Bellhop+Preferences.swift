public import BellhopModel

extension Bellhop {
    /// What the person wants to hear, as it is in force on this device.
    public func notificationPreferences() async -> NotificationPreferences { await preferences.present() }

    /// The person turns a switch, and with it its ``PreferenceSwitch/aliases``: in force here at once, and on the
    /// server as soon as it can be reached.
    ///
    /// - Returns: whether it is written down. If not, the device's storage is full or locked, and it holds only for as
    ///   long as the app runs, unless the server gets it before.
    @discardableResult
    public func turn(_ name: PreferenceSwitch, on isOn: Bool) async -> Bool {
        let isKept = await preferences.turn(name, isOn)
        tell(.preferences(await preferences.present()))
        await schedule.fill()
        return isKept
    }

    /// The person sets quiet hours, a cap or a mute. The server sees to them, as soon as it can be reached.
    ///
    /// - Returns: as ``turn(_:on:)``.
    /// - Throws: when the server would refuse it; then all is as before.
    @discardableResult
    public func set(_ setting: PreferenceSetting) async throws(PreferenceProblem) -> Bool {
        let isKept = try await preferences.set(setting)
        tell(.preferences(await preferences.present()))
        return isKept
    }

    func syncPreferences() async {
        let before = await preferences.present()
        await preferences.sync()
        let after = await preferences.present()
        guard before != after else { return }
        tell(.preferences(after))
        await schedule.fill()
    }
}
