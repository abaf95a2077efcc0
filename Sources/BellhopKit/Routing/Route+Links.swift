public import BellhopModel

extension Route {
    /// The link that leads to `session`.
    public static func link(to session: SessionID) -> String {
        "\(scheme)://sessions/\(PercentEncoding.segment(session.description))"
    }

    /// The link that leads to the ask `id`.
    public static func link(to id: AskID) -> String { "\(scheme)://asks/\(id)" }
}
