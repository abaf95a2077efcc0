/// What `PATCH /v1/devices/{id}` takes.
public struct DeviceUpdate: Codable, Hashable, Sendable {
    /// What it is called from now on, whatever the device calls itself when it registers again.
    public var name: String

    public init(name: String) { self.name = name }
}
