import BellhopModel

/// The description as one page of HTML. Its script adds search, copy buttons and a menu; everything is readable without.
struct DescriptionPage: Sendable {
    let description: APIDescription

    /// Addresses are relative, because a proxy may serve the page below a path.
    ///
    /// - Throws: `EncodingError`, for an example that cannot be written.
    var html: String {
        get throws {
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
            <meta name="color-scheme" content="light dark">
            <title>Bellhop API</title>
            <link rel="icon" href="console/icon.svg" type="image/svg+xml">
            <link rel="stylesheet" href="console/docs.css">
            <script type="module" src="console/docs.js"></script>
            </head>
            <body>
            <a class="skip" href="#main">Skip to the content</a>
            <div class="side">
            <header class="bar">
            <a class="brand" href="#main"><img src="console/icon.svg" alt="" width="26" height="26"> <span>Bellhop <b>API</b></span></a>
            <div class="search" role="search">
            <input id="search" type="search" placeholder="Search" aria-label="Search operations and fields" aria-describedby="found" \
            aria-keyshortcuts="/" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search"><kbd aria-hidden="true">/</kbd>
            </div>
            <button id="menu" type="button" aria-expanded="false" aria-controls="contents">Contents</button>
            <a class="to-contents" href="#contents">Contents</a>
            <p id="found" role="status"></p>
            </header>
            <nav id="contents" aria-label="Contents">
            <h2><a href="#quick-start">Quick start</a></h2>
            <h2><a href="#conventions">Conventions</a></h2>
            \(contents)
            </nav>
            </div>
            <main id="main" tabindex="-1">
            <div id="start">
            <h1>Bellhop API</h1>
            <p class="lead">\(HTML.markdown(APIDescription.summary))</p>
            \(try QuickStart(operations: description.operations).html)
            <section aria-labelledby="conventions">
            <h2 id="conventions">Conventions</h2>
            <p>\(HTML.markdown(APIDescription.conventions))</p>
            <p>Send a key as <code>Authorization: Bearer KEY</code>. A key has one role: <code>agent</code> creates asks,
            <code>device</code> answers them, <code>admin</code> pairs devices and creates keys. In addition to the listed errors,
            any route may return \(links(to: APIErrorCode.allCases.filter(Operation.commonErrors.contains))).</p>
            <p>This reference is also available as an OpenAPI 3.1 document: <a href="openapi.json">openapi.json</a>.</p>
            </section>
            </div>
            \(try description.resources.map(section).joined(separator: "\n"))
            \(errors)
            </main>
            <p id="copied" class="visually-hidden" role="status"></p>
            </body>
            </html>

            """
        }
    }

    private var contents: String {
        description.resources.map { resource in
            let links = resource.operations.map { operation in
                "<li><a href=\"#\(operation.route.id)\">\(badge(operation)) <span>\(HTML.escape(operation.route.path).replacing("/", with: "/<wbr>"))</span></a></li>"
            }.joined(separator: "\n")
            return """
                <h2><a href="#\(id(of: resource))">\(resource.title)</a></h2>
                <ul>\(links)</ul>
                """
        }.joined(separator: "\n") + "<h2><a href=\"#errors\">Errors</a></h2>"
    }

    private func id(of resource: Resource) -> String { "resource-" + resource.title.replacing(" ", with: "-") }

    private func section(_ resource: Resource) throws -> String {
        """
        <section aria-labelledby="\(id(of: resource))">
        <h2 id="\(id(of: resource))">\(resource.title)</h2>
        <p>\(HTML.markdown(resource.note))</p>
        \(try resource.operations.map(article).joined(separator: "\n"))
        \(try resource.components.map(article).joined(separator: "\n"))
        </section>
        """
    }

    private func article(_ operation: Operation) throws -> String {
        let body = description.components.first { $0.name == operation.body }
        let keys = operation.roles?.map { "<code>\($0.rawValue)</code>" }.joined(separator: ", ") ?? "everyone"
        let parameters = operation.parameters.map { parameter in
            [
                "<code>\(HTML.escape(parameter.name))</code>", "\(parameter.place.rawValue), \(parameter.schema.words)",
                HTML.markdown(parameter.note),
            ]
        }
        return """
            <article id="\(operation.route.id)">
            <h3><a href="#\(operation.route.id)">\(badge(operation)) <code>\(HTML.escape(operation.route.path))</code></a></h3>
            <p>\(HTML.markdown(operation.route.summary)).</p>
            \(operation.details.isEmpty ? "" : "<p>\(HTML.markdown(operation.details))</p>")
            <p class="keys">Keys: \(keys)</p>
            \(HTML.table("Parameters", ["name", "type", "description"], parameters))
            \(body.map { "<p>Request body: \(Schema.named($0.name).words).</p>" } ?? "")
            \(HTML.sample("Example of \(operation.route.id)", HTML.escape(try operation.curl(body?.examples.first))))
            \(HTML.table("Responses", ["status", "description"], responses(of: operation)))
            </article>
            """
    }

    private func responses(of operation: Operation) -> [[String]] {
        operation.successes.map { success in
            guard case .json(let schema) = success.content, !schema.names.isEmpty else {
                return [String(success.status), HTML.markdown(success.note)]
            }
            return [String(success.status), "\(HTML.markdown(success.note)) \(schema.words)"]
        }
            + operation.errorsByStatus.compactMap { status, codes in
                let own = codes.filter { !Operation.commonErrors.contains($0) }
                return own.isEmpty ? nil : [String(status), links(to: own)]
            }
    }

    private func article(_ body: Component) throws -> String {
        let rows = body.schema.members.map { property in
            [
                "<code>\(HTML.escape(property.name))</code>" + (property.isRequired ? "" : " <small>optional</small>"),
                property.schema.words, HTML.markdown(property.note),
            ]
        }
        let examples = try body.examples.map {
            HTML.sample("Example of \(body.name)", HTML.escape(try $0.readable()))
        }
        return """
            <article class="body" id="\(body.name)">
            <h3><a href="#\(body.name)">\(body.name)</a></h3>
            <p>\(HTML.markdown(body.note))</p>
            \(HTML.table("Members of \(body.name)", ["name", "type", "description"], rows))
            \(examples.joined(separator: "\n"))
            </article>
            """
    }

    private var errors: String {
        let rows = APIErrorCode.allCases.map { code in
            [
                "<code id=\"error-\(code.rawValue)\">\(code.rawValue)</code>", String(code.status),
                HTML.markdown(code.meaning), HTML.markdown(code.remedy),
            ]
        }
        return """
            <section aria-labelledby="errors"><h2 id="errors">Errors</h2>
            <p>The body is an <a href="#Error">Error</a>. Programs should use its <code>code</code>, not the message.</p>
            \(HTML.table("All errors", ["code", "status", "description", "remedy"], rows))</section>
            """
    }

    private func links(to codes: [APIErrorCode]) -> String {
        codes.map { "<a href=\"#error-\($0.rawValue)\"><code>\($0.rawValue)</code></a>" }.joined(separator: ", ")
    }

    private func badge(_ operation: Operation) -> String {
        let method = operation.route.method.rawValue
        return "<span class=\"method \(method.lowercased())\">\(method)</span>"
    }
}

extension Operation {
    /// A curl command for a shell, with the address and the key in variables.
    ///
    /// - Parameter example: an example of its body.
    func curl(_ example: JSONValue?) throws -> String {
        var path = route.path.replacing("{id}", with: "ID")
        if let first = query.first(where: { $0.name == "wait" }) { path += "?\(first.name)=\(APILimits.wait)" }
        var lines = ["curl "]
        if route.method != .get { lines[0] += "-X \(route.method.rawValue) " }
        lines[0] += "\"$BELLHOP_URL\(path)\""
        if roles != nil { lines.append("-H \"Authorization: Bearer $BELLHOP_KEY\"") }
        if let example {
            lines.append("-H 'Content-Type: application/json'")
            // Each quote is closed, escaped and opened again.
            lines.append("-d '\(try example.readable().replacing("'", with: "'\\''"))'")
        }
        return lines.joined(separator: " \\\n  ")
    }
}

extension JSONValue {
    /// Indented JSON with one member a line, ordered by name.
    ///
    /// - Throws: `EncodingError`.
    fileprivate func readable(indent: String = "") throws -> String {
        let deeper = indent + "  "
        switch self {
        case .array(let items) where !items.isEmpty:
            let lines = try items.map { deeper + (try $0.readable(indent: deeper)) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members) where !members.isEmpty:
            let lines = try members.sorted { $0.key < $1.key }.map { name, value in
                "\(deeper)\(try CanonicalJSON.text(name)): \(try value.readable(indent: deeper))"
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        default:
            return try CanonicalJSON.text(self)
        }
    }
}
