extension Endpoint {
    public static let registerDevice = Endpoint(
        .post, "/v1/devices/register", .everyone,
        "Register a device, with a pairing code the first time and with its key later; an admin imports its token")
    public static let importDevices = Endpoint(
        .post, "/v1/devices/import", .roles([.admin]), "Import the tokens of many devices, which never answer")
    public static let listDevices = Endpoint(
        .get, "/v1/devices", .roles([.device, .agent, .admin]), "The user's devices; an admin may name another `user`")
    public static let getDevice = Endpoint(.get, "/v1/devices/{id}", .roles([.device, .agent, .admin]), "One device")
    public static let updateDevice = Endpoint(
        .patch, "/v1/devices/{id}", .roles([.device, .admin]), "Rename a device")
    public static let removeDevice = Endpoint(
        .delete, "/v1/devices/{id}", .roles([.device, .admin]), "Remove a device and revoke its key")
    public static let createPairing = Endpoint(
        .post, "/v1/pairings", .roles([.admin]), "Make a pairing code for a new device")
    public static let getPairing = Endpoint(
        .get, "/v1/pairings/{id}", .roles([.admin]), "Which device used a pairing code; for the key that made it")

    static let devices: [Endpoint] = [
        registerDevice, importDevices, listDevices, getDevice, updateDevice, removeDevice, createPairing, getPairing,
    ]

    /// Whether a device that no trusted device has confirmed yet may call it: about itself only.
    public var isOpenToWaitingDevices: Bool {
        self == .registerDevice || self == .getDevice || self == .removeDevice
    }
}
