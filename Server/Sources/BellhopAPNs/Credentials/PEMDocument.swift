import BellhopModel

/// The first block of a PEM text (RFC 7468), read leniently: a `.p8` file often comes through an environment variable
/// or a form, which fold its lines, indent them or write their ends as `\n`.
struct PEMDocument {
    /// What the frame says, such as `PRIVATE KEY`.
    let label: String
    let bytes: [UInt8]

    init?(_ text: String) {
        let begin = "-----BEGIN ", dashes = "-----"
        guard let start = text.firstRange(of: begin), let labelEnd = text[start.upperBound...].firstRange(of: dashes)
        else { return nil }
        let label = String(text[start.upperBound..<labelEnd.lowerBound])
        guard let end = text[labelEnd.upperBound...].firstRange(of: "-----END \(label)-----") else { return nil }
        let body = text[labelEnd.upperBound..<end.lowerBound].replacing("\\r", with: "").replacing("\\n", with: "")
        guard let bytes = Base64.decode(body.filter { !$0.isWhitespace }), !bytes.isEmpty else { return nil }
        self.label = label
        self.bytes = bytes
    }
}
