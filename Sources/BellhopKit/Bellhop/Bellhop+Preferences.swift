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
        await tellPreferences()
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
        await tellPreferences()
        return isKept
    }

    func syncPreferences() async { await exchange { await preferences.sync() } }

    /// Sends what was changed here, if anything was.
    func sendPreferences() async { await exchange { await preferences.send() } }

    /// The server's come along with whatever is sent, and may have been changed elsewhere.
    private func exchange(_ body: () async -> Void) async {
        let before = await preferences.present()
        await body()
        guard await preferences.present() != before else { return }
        await tellPreferences()
        await schedule.fill()
    }
}
