extension Endpoint {
    public static let registerDevice = Endpoint(
        .post, "/v1/devices/register", .everyone,
        "Register a device, with a pairing code the first time and with its key later")
    public static let listDevices = Endpoint(
        .get, "/v1/devices", .roles([.device, .agent, .admin]), "The user's devices")
    public static let removeDevice = Endpoint(
        .delete, "/v1/devices/{id}", .roles([.device, .admin]), "Remove a device and revoke its key")
    public static let createPairing = Endpoint(
        .post, "/v1/pairings", .roles([.admin]), "Make a pairing code for a new device")

    static let devices: [Endpoint] = [registerDevice, listDevices, removeDevice, createPairing]
}
