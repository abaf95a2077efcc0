import BellhopModel
import Foundation
import Testing

@testable import BellhopServer

/// The description as a promise: what the server answers in any test must be what its operation says.
enum Contract {
    static let document: JSONValue? = try? APIDescription.current.json

    /// What in a response the description does not say. Requests to no endpoint have no operation to keep to.
    static func faults(_ method: String, _ target: String, _ answered: TestServer.Answered) throws -> [String] {
        let path = String(target.prefix { $0 != "?" })
        guard let operation = operation(method, path) else { return [] }
        let document = try #require(document)
        let validator = SchemaValidator(document: document)
        let name = "\(method) \(operation.endpoint.path) \(answered.status)"
        let responses = document["paths"]?[operation.endpoint.path]?[method.lowercased()]?["responses"]
        guard var response = responses?[String(answered.status)] else { return ["\(name) is not described"] }
        if let reference = response["$ref"]?.string { response = try #require(validator.resolve(reference)) }
        guard let content = response["content"]?.object, let (type, media) = content.first else {
            return answered.body.isEmpty ? [] : ["\(name) has a body"]
        }
        let sent = answered.headers["content-type"]?.prefix { $0 != ";" } ?? "none"
        guard sent == type else { return ["\(name) is \(sent), not \(type)"] }
        guard type == "application/json", let schema = media["schema"] else { return [] }
        let value = try CanonicalJSON.decode(JSONValue.self, from: answered.body)
        return validator.faults(of: value, against: schema).map { "\(name): \($0)" }
    }

    private static func operation(_ method: String, _ path: String) -> Operation? {
        let parts = path.split(separator: "/")
        let fitting = APIDescription.current.operations.filter { operation in
            let pattern = operation.endpoint.path.split(separator: "/")
            return operation.endpoint.method.rawValue == method && pattern.count == parts.count
                && zip(pattern, parts).allSatisfy { $0 == $1 || $0.first == "{" }
        }
        // A path that names a route beats one that would take anything.
        return fitting.min {
            $0.endpoint.path.contains("{") == $1.endpoint.path.contains("{") ? false : !$0.endpoint.path.contains("{")
        }
    }
}
