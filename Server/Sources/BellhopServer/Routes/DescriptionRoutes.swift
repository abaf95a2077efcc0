import BellhopModel
import Foundation
import HTTPTypes
import HummingbirdCore

struct DescriptionRoutes {
    var handlers: [(Endpoint, RouteTable.Handler)] { [(.apiDescription, json), (.apiPage, page)] }

    @Sendable private func json(_ call: Call) async throws -> Reply {
        reply(try ServedDescription.current.get().json, to: call, [.contentType: "application/json; charset=utf-8"])
    }

    @Sendable private func page(_ call: Call) async throws -> Reply {
        reply(
            try ServedDescription.current.get().page, to: call,
            [
                .contentType: "text/html; charset=utf-8", .contentSecurityPolicy: ServedDescription.policy,
                .xContentTypeOptions: "nosniff", .referrerPolicy: "no-referrer",
            ])
    }

    private func reply(_ resource: ServedDescription.Resource, to call: Call, _ fields: HTTPFields) -> Reply {
        var reply = Reply(status: 200, body: resource.body, fields: fields)
        reply.fields[.eTag] = resource.tag
        // Kept, and asked about each time: another version of the server may answer.
        reply.fields[.cacheControl] = "no-cache"
        guard Self.names(resource.tag, call.request.headers[.ifNoneMatch]) else { return reply }
        reply.status = 304
        reply.body = []
        reply.fields[.contentType] = nil
        return reply
    }

    /// RFC 9110 §13.1.2: any, or one of a list, compared weakly.
    private static func names(_ tag: String, _ field: String?) -> Bool {
        guard let field else { return false }
        return field.split(separator: ",").contains { part in
            let text = part.trimmingCharacters(in: .whitespaces)
            return text == "*" || text == tag || text == "W/\(tag)"
        }
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
}
