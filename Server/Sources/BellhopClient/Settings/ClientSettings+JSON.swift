import BellhopFoundation
import BellhopModel

extension ClientSettings {
    /// A fault of a settings file: the field, and the expected value.
    struct Problem: Error { var text: String }

    init(json bytes: [UInt8]) throws(Problem) {
        guard let value = try? CanonicalJSON.decode(JSONValue.self, from: bytes) else {
            throw Problem(text: "it is not JSON.")
        }
        guard case .object(let object) = value else { throw Problem(text: "it must be one JSON object.") }
        var fields = Fields(object, path: "")
        url = try fields.takeText("url")
        key = try fields.takeText("key").map(Secret.init)
        adminKey = try fields.takeText("admin_key").map(Secret.init)
        dataFolder = try fields.takeText("data_folder")
        simulator = try fields.takeObject("simulator").map(Simulator.init(fields:))
        devices = try fields.takeObjects("devices").map(KnownDevice.init(fields:))
        others = fields.rest
    }

    /// Sorted and indented JSON, for people to read and edit.
    func json() throws -> [UInt8] {
        var object = others
        object["url"] = url.map(JSONValue.string)
        object["key"] = key.map { .string($0.reveal()) }
        object["admin_key"] = adminKey.map { .string($0.reveal()) }
        object["data_folder"] = dataFolder.map(JSONValue.string)
        object["simulator"] = simulator.map(\.json)
        if !devices.isEmpty { object["devices"] = .array(devices.map(\.json)) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return Array(try encoder.encode(object)) + [UInt8(ascii: "\n")]
    }
}

extension ClientSettings.Simulator {
    fileprivate init(fields: Fields) throws(ClientSettings.Problem) {
        var fields = fields
        guard let port = fields.takeInteger("phone_port"), (1...65_535).contains(port) else {
            throw fields.problem("phone_port", "a port")
        }
        phonePort = Int(port)
        others = fields.rest
    }

    fileprivate var json: JSONValue {
        var object = others
        object["phone_port"] = .integer(Int64(phonePort))
        return .object(object)
    }
}

extension ClientSettings.KnownDevice {
    fileprivate init(fields: Fields) throws(ClientSettings.Problem) {
        var fields = fields
        guard let id = DeviceID(try fields.needText("id")) else { throw fields.problem("id", "an id") }
        guard let publicKey = Base64.decode(try fields.needText("public_key")), publicKey.count == 65 else {
            throw fields.problem("public_key", "a public key of 65 bytes in Base64")
        }
        self.id = id
        self.publicKey = publicKey
        name = try fields.takeText("name") ?? ""
        keyStorage = try fields.takeText("key_storage").flatMap(KeyStorage.init)
        others = fields.rest
    }

    fileprivate var json: JSONValue {
        var object = others
        object["id"] = .string(id.description)
        object["name"] = .string(name)
        object["public_key"] = .string(Base64.encode(publicKey))
        object["key_storage"] = keyStorage.map { .string($0.rawValue) }
        return .object(object)
    }
}

/// The fields of an object. Each is removed when it is read, so that the unknown fields remain.
private struct Fields {
    private(set) var rest: [String: JSONValue]
    /// The path of the object, for problems.
    private let path: String

    init(_ object: [String: JSONValue], path: String) {
        rest = object
        self.path = path
    }

    func problem(_ name: String, _ expected: String) -> ClientSettings.Problem {
        ClientSettings.Problem(text: "\(path)\(name): \(expected) expected.")
    }

    mutating func needText(_ name: String) throws(ClientSettings.Problem) -> String {
        guard let text = try takeText(name) else { throw problem(name, "a text") }
        return text
    }

    mutating func takeText(_ name: String) throws(ClientSettings.Problem) -> String? {
        switch take(name) {
        case nil: return nil
        case .string(let text): return text
        default: throw problem(name, "a text")
        }
    }

    /// - Returns: `nil` also for a value of another type.
    mutating func takeInteger(_ name: String) -> Int64? { take(name)?.integer }

    mutating func takeObject(_ name: String) throws(ClientSettings.Problem) -> Fields? {
        switch take(name) {
        case nil: return nil
        case .object(let object): return Fields(object, path: "\(path)\(name).")
        default: throw problem(name, "an object")
        }
    }

    mutating func takeObjects(_ name: String) throws(ClientSettings.Problem) -> [Fields] {
        let entries: [JSONValue]
        switch take(name) {
        case nil: return []
        case .array(let array): entries = array
        default: throw problem(name, "a list")
        }
        var objects: [Fields] = []
        for (index, entry) in entries.enumerated() {
            guard case .object(let object) = entry else { throw problem("\(name)[\(index)]", "an object") }
            objects.append(Fields(object, path: "\(path)\(name)[\(index)]."))
        }
        return objects
    }

    /// Removes and returns a field; `null` counts as absent.
    private mutating func take(_ name: String) -> JSONValue? {
        let value = rest.removeValue(forKey: name)
        return value == .null ? nil : value
    }
}
