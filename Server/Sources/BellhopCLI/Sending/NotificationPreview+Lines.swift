import BellhopModel

extension NotificationPreview {
    /// As `bellhop send --dry-run` prints it: the payloads, what is to be said about them, and who would get it.
    ///
    /// - Parameter audience: its devices are counted when it is sent; `nil` for one user, whose devices are known.
    func lines(for audience: Audience?) throws -> [String] {
        var lines: [String] = []
        for preview in payloads {
            lines.append("\(preview.gateway): \(preview.size) of \(preview.limit) bytes")
            lines.append("  " + (try CanonicalJSON.text(preview.payload)))
            lines += preview.findings.map { "  \($0.severity.rawValue): \($0) [\($0.rule.rawValue)]" }
        }
        switch audience {
        case .users?, .topic?, .everyone?: lines.append("Its devices are counted when it is sent.")
        case .user?, nil: lines.append(reason.map { "No device would be sent it: \($0)." } ?? counted)
        }
        return lines
    }

    private var counted: String { devices == 1 ? "1 device would be sent it." : "\(devices) devices would be sent it." }
}
