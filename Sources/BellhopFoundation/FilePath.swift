/// The parts of a path, by its text alone.
public enum FilePath {
    /// The folder of `path`: `/a` for `/a/b` and `/a/b/`, `/` for `/a`, and an empty text for `a`.
    public static func folder(of path: String) -> String {
        let path = withoutEnd(path)
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : withoutEnd(String(path[..<slash]))
    }

    /// The last part of `path`: `b` for `/a/b` and `/a/b/`; `/` for the root.
    public static func name(of path: String) -> String {
        let path = withoutEnd(path)
        guard path != "/", let slash = path.lastIndex(of: "/") else { return path }
        return String(path[path.index(after: slash)...])
    }

    public static func join(_ folder: String, _ name: String) -> String {
        folder.isEmpty ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    private static func withoutEnd(_ path: String) -> String {
        var path = Substring(path)
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        return String(path)
    }
}
