import BellhopModel
import Foundation
import Testing

@testable import BellhopServer

/// Compares the responses in all tests with the description of their operation.
enum Contract {
    static let document: JSONValue? = try? APIDescription.current.json

    /// The parts of a response that are not described. A request to an unknown route has no operation to check.
    static func faults(_ method: String, _ target: String, _ answered: TestServer.Answered) throws -> [String] {
        let path = String(target.prefix { $0 != "?" })
        guard let endpoint = APIRoute.all(at: path).first(where: { $0.method.rawValue == method }) else { return [] }
        let document = try #require(document)
        let validator = SchemaValidator(document: document)
        let name = "\(method) \(endpoint.path) \(answered.status)"
        let responses = document["paths"]?[endpoint.path]?[method.lowercased()]?["responses"]
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
}
