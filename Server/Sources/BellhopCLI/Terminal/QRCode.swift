import BellhopTerminal

/// A QR code of a text in byte mode (ISO/IEC 18004:2015), versions 1 to 10, error correction level L, which is sufficient on a screen.
struct QRCode: Hashable, Sendable {
    let version: Int
    private(set) var mask = 0
    /// The number of modules in a row.
    let size: Int
    /// The modules by rows; `true` is dark.
    private var dark: [Bool]
    /// The modules of function patterns, format and version information, which masks leave unchanged.
    private var isReserved: [Bool]

    /// Chooses the smallest version, and the mask with the lowest penalty.
    ///
    /// - Parameter mask: the mask to use instead.
    /// - Returns: `nil` for a text that is too long for version 10.
    init?(_ text: String, mask: Int? = nil) {
        let bytes = Array(text.utf8)
        for (version, blocks) in zip(1..., Self.versions) {
            guard let data = Self.codewords(of: bytes, version, count: blocks.dataCount) else { continue }
            let base = QRCode(version, blocks.interleaved(data))
            let candidates = (mask.map { [$0] } ?? Array(0..<8)).map(base.masked)
            guard let best = candidates.min(by: { $0.penalty < $1.penalty }) else { return nil }
            self = best
            return
        }
        return nil
    }

    /// Returns `true` for a dark module, `false` outside of the code.
    subscript(x: Int, y: Int) -> Bool {
        (0..<size).contains(x) && (0..<size).contains(y) && dark[y * size + x]
    }

    // MARK: Codewords

    /// The division of a symbol's codewords into blocks.
    struct Blocks: Hashable, Sendable {
        /// The number of codewords of all blocks.
        let total: Int
        let count: Int
        /// The number of error correction codewords of each block.
        let checkCount: Int

        var dataCount: Int { total - count * checkCount }

        /// The number of data codewords of each block: the last ones may be longer by one.
        var lengths: [Int] { (0..<count).map { dataCount / count + ($0 < count - dataCount % count ? 0 : 1) } }

        /// The data codewords and their error correction, in the order of their placement (§7.6).
        func interleaved(_ data: [UInt8]) -> [UInt8] {
            var rest = data[...]
            let blocks = lengths.map { length in
                defer { rest = rest.dropFirst(length) }
                return Array(rest.prefix(length))
            }
            let checks = blocks.map { ReedSolomon.check(of: $0, count: checkCount) }
            return [blocks, checks].flatMap { blocks in
                (0..<(blocks.map(\.count).max() ?? 0)).flatMap { place in
                    blocks.compactMap { place < $0.count ? $0[place] : nil }
                }
            }
        }
    }

    /// The blocks of versions 1 to 10 at level L (table 9).
    static let versions = [
        (26, 1, 7), (44, 1, 10), (70, 1, 15), (100, 1, 20), (134, 1, 26), (172, 2, 18), (196, 2, 20), (242, 2, 24),
        (292, 2, 30), (346, 4, 18),
    ].map(Blocks.init)

    /// The bit stream: mode, length, bytes, terminator and padding (§7.4); `nil` when it is longer than `count` bytes.
    private static func codewords(of bytes: [UInt8], _ version: Int, count: Int) -> [UInt8]? {
        let lengthBits = version < 10 ? 8 : 16
        guard 4 + lengthBits + 8 * bytes.count <= 8 * count else { return nil }
        var bits: [Bool] = []
        func append(_ value: Int, _ width: Int) {
            for place in (0..<width).reversed() { bits.append(value >> place & 1 == 1) }
        }
        append(0b0100, 4)
        append(bytes.count, lengthBits)
        for byte in bytes { append(Int(byte), 8) }
        // The other bits fill complete codewords, therefore the terminator is always complete.
        append(0, 4)
        let used = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        return used + (used.count..<count).map { ($0 - used.count).isMultiple(of: 2) ? 0xEC : 0x11 }
    }

    // MARK: Placement

    /// The symbol without a mask.
    private init(_ version: Int, _ codewords: [UInt8]) {
        self.version = version
        size = 17 + 4 * version
        dark = Array(repeating: false, count: size * size)
        isReserved = dark
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { addRings(x, y, radius: 4, light: [2, 4]) }
        // The coordinates of alignment patterns (annex E); three of their places have finder patterns.
        let centers = version == 1 ? [] : version < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7]
        for x in centers {
            for y in centers where !isReserved[y * size + x] { addRings(x, y, radius: 2, light: [1]) }
        }
        for place in 8..<size - 8 {
            reserve(6, place, place.isMultiple(of: 2))
            reserve(place, 6, place.isMultiple(of: 2))
        }
        addFormat()
        if version >= 7 { addVersion() }
        place(codewords)
    }

    private mutating func reserve(_ x: Int, _ y: Int, _ isDark: Bool) {
        dark[y * size + x] = isDark
        isReserved[y * size + x] = true
    }

    /// Concentric squares: a finder pattern with its separator, or an alignment pattern (§6.3.3, §6.3.6).
    private mutating func addRings(_ x: Int, _ y: Int, radius: Int, light: Set<Int>) {
        for dy in -radius...radius {
            for dx in -radius...radius where (0..<size).contains(x + dx) && (0..<size).contains(y + dy) {
                reserve(x + dx, y + dy, !light.contains(max(abs(dx), abs(dy))))
            }
        }
    }

    /// The check bits of a BCH code (annexes C and D).
    static func checkBits(of data: Int, generator: Int, count: Int) -> Int {
        (0..<count).reduce(data) { rest, _ in rest << 1 ^ (rest >> (count - 1)) * generator }
    }

    /// Level L and the mask, in two copies around the finder patterns, and the dark module (§7.9.1).
    private mutating func addFormat() {
        let data = 0b01 << 3 | mask
        let format = (data << 10 | Self.checkBits(of: data, generator: 0x537, count: 10)) ^ 0x5412
        for bit in 0..<15 {
            let isDark = format >> bit & 1 == 1
            // Row and column 6 have the timing patterns.
            let near = bit < 6 ? bit : bit < 8 ? bit + 1 : bit == 8 ? 7 : 14 - bit
            if bit < 8 { reserve(8, near, isDark) } else { reserve(near, 8, isDark) }
            if bit < 8 { reserve(size - 1 - bit, 8, isDark) } else { reserve(8, size - 15 + bit, isDark) }
        }
        reserve(8, size - 8, true)
    }

    /// The version, in two copies beside the finder patterns (§7.10).
    private mutating func addVersion() {
        let information = version << 12 | Self.checkBits(of: version, generator: 0x1F25, count: 12)
        for bit in 0..<18 {
            let (near, far) = (bit / 3, size - 11 + bit % 3)
            reserve(near, far, information >> bit & 1 == 1)
            reserve(far, near, information >> bit & 1 == 1)
        }
    }

    /// Fills pairs of columns from the right, alternately upwards and downwards (§7.7.3). Modules without a bit are light.
    private mutating func place(_ codewords: [UInt8]) {
        var bit = 0
        let columns = Array(stride(from: size - 1, to: 6, by: -2)) + [5, 3, 1]
        for (pair, right) in columns.enumerated() {
            for step in 0..<size {
                let y = pair.isMultiple(of: 2) ? size - 1 - step : step
                for x in [right, right - 1] where !isReserved[y * size + x] {
                    if bit < 8 * codewords.count { dark[y * size + x] = codewords[bit / 8] << (bit % 8) & 0x80 != 0 }
                    bit += 1
                }
            }
        }
    }

    // MARK: Masks

    private func masked(_ mask: Int) -> QRCode {
        var code = self
        code.mask = mask
        for y in 0..<size {
            for x in 0..<size where !isReserved[y * size + x] && Self.inverts(mask, x, y) {
                code.dark[y * size + x].toggle()
            }
        }
        code.addFormat()
        return code
    }

    /// Returns whether a mask inverts a module (table 10).
    private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    /// The penalty score: runs and finder-like patterns, blocks, and the share of dark modules (§7.8.3.1).
    var penalty: Int {
        var score = 0
        for line in 0..<size {
            score += Self.penalty(of: (0..<size).map { self[$0, line] })
            score += Self.penalty(of: (0..<size).map { self[line, $0] })
        }
        for y in 1..<size {
            for x in 1..<size where self[x, y] == self[x - 1, y] && self[x - 1, y - 1] == self[x, y - 1] {
                score += self[x, y] == self[x, y - 1] ? 3 : 0
            }
        }
        let percent = dark.count { $0 } * 100 / dark.count
        return score + abs(percent - 50) / 5 * 10
    }

    private static func penalty(of line: [Bool]) -> Int {
        var (score, run, window) = (0, 0, 0)
        for (place, isDark) in line.enumerated() {
            run = place > 0 && isDark == line[place - 1] ? run + 1 : 1
            score += run == 5 ? 3 : run > 5 ? 1 : 0
            // A finder pattern with four light modules after or before it.
            window = (window << 1 | (isDark ? 1 : 0)) & 0b111_1111_1111
            if place >= 10, window == 0b101_1101_0000 || window == 0b000_0101_1101 { score += 40 }
        }
        return score
    }
}

/// Reed–Solomon codes over GF(256) with the polynomial x⁸ + x⁴ + x³ + x² + 1 (ISO/IEC 18004, §7.5.2).
enum ReedSolomon {
    /// The error correction codewords of a block.
    static func check(of data: [UInt8], count: Int) -> [UInt8] {
        // The product of all (x - 2^i), without its highest coefficient, which is 1.
        var generator = [UInt8](repeating: 0, count: count - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<count {
            for place in 0..<count {
                generator[place] = product(generator[place], root) ^ (place + 1 < count ? generator[place + 1] : 0)
            }
            root = product(root, 2)
        }
        var rest = [UInt8](repeating: 0, count: count)
        for byte in data {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for place in 0..<count { rest[place] ^= product(generator[place], factor) }
        }
        return rest
    }

    static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
        (0..<8).reversed().reduce(0) { result, bit in
            result << 1 ^ (result >> 7) * 0x1D ^ (second >> bit & 1) * first
        }
    }
}

extension QRCode {
    /// The light border that readers need, in modules (§6.3.8).
    private static let border = 4

    /// The code with half blocks, two modules in a character.
    ///
    /// - Returns: `nil` when the code and a line for the cursor do not fit, or when the size is unknown.
    func lines(within terminal: TerminalDisplay.Size) -> [StyledText]? {
        let range = -Self.border..<size + Self.border
        guard let rows = terminal.rows, range.count <= terminal.columns, (range.count + 1) / 2 < rows else {
            return nil
        }
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
            let characters = range.map { x in self[x, y] ? (self[x, y + 1] ? "█" : "▀") : self[x, y + 1] ? "▄" : " " }
            return StyledText(characters.joined(), .blackOnWhite)
        }
    }
}
