/// JSON nested so deeply that to read it takes long: Foundation's decoder needs time that grows with the cube of the depth.
enum DeepJSON {
    /// Every body of the API stays far below.
    static let limit = 32

    /// Whether arrays and objects stand more than ``limit`` deep in `json`, which need not be valid.
    static func isIn(_ json: [UInt8]) -> Bool {
        var (depth, inString, isEscaped) = (0, false, false)
        for byte in json {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where inString: isEscaped = true
            case UInt8(ascii: "\""): inString.toggle()
            case _ where inString: continue
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > limit { return true }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: continue
            }
        }
        return false
    }
}
