import BellhopModel

/// Where a key was found.
enum KeySource: Hashable {
    case option
    case environment
    case settings(field: String, String)
    case file(String)

    var words: String {
        switch self {
        case .option: "--key"
        case .environment: "BELLHOP_KEY"
        case .settings(let field, let path): "`\(field)` in \(path)"
        case .file(let path): path
        }
    }
}

/// The server does not know the key that it was called with, or does not let it do this.
struct KeyRefusal: Error, CustomStringConvertible {
    /// `forbidden` or `unauthorized`.
    let error: APIError
    let source: KeySource

    var description: String {
        guard error.code == .forbidden else {
            return
                "The server does not know the key in \(source.words): give one that has not been revoked with --key or in "
                + "BELLHOP_KEY."
        }
        return Refusals.rights(error.message, key: "the one in \(source.words)")
            + " Give another with --key or in BELLHOP_KEY; the server's first admin key was written to admin.key in its data "
            + "folder."
    }
}
