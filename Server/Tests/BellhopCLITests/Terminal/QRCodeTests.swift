import Crypto
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("The QR code")
struct QRCodeTests {
    private static let address = "https://bellhop.example.com/pair#pair=7K2M-Q9XT"

    /// The longest texts of each version.
    private static let texts = [17, 32, 53, 78, 106, 134, 154, 192, 230, 271].map { length in
        String(String(repeating: address + "&", count: 8).prefix(length))
    }

    @Test("A version 1 code has the modules of qrencode 4.1.1")
    func modules() throws {
        // qrencode -8 -l L -v 1 -m 0 -t ASCII https://bellhop.e
        let expected = """
            #######..#....#######
            #.....#.##.#..#.....#
            #.###.#.#####.#.###.#
            #.###.#..###..#.###.#
            #.###.#.##.#..#.###.#
            #.....#.#..#..#.....#
            #######.#.#.#.#######
            ........###.#........
            ##.#..##..#...###.##.
            #....#.###.##.###...#
            ..#...#.#..##.....#.#
            #.###.....#...#.##.##
            ....####.......#.#...
            ........#..##..#....#
            #######.#.#.#.#.####.
            #.....#...##...##....
            #.###.#..###.#..##.##
            #.###.#.#...#.#.#...#
            #.###.#..#.####.#.#.#
            #.....#.##.#.#.......
            #######.###...#.#..#.
            """
        let code = try #require(QRCode(Self.texts[0], mask: 7))
        #expect(Self.rows(code).joined(separator: "\n") == expected)
    }

    @Test(
        "Every version has the modules of qrencode 4.1.1, as the SHA-256 of its rows of # and .",
        arguments: zip(
            texts + [address],
            [
                (1, 7, "93c68c5735ab149e8f6db59db4e591b6"),
                (2, 2, "2d4d32d92afd3db564c2480db29ef8ea"),
                (3, 2, "75a4fa4c5105ab1fcd5efe7bc4340c5a"),
                (4, 2, "8fbc8a57df38dd2d176575ec82a080e0"),
                (5, 2, "3082ee2f0daa0cd530661ae112c45d0d"),
                (6, 2, "20711dad281c9e480599bf55bfc0eedb"),
                (7, 7, "4d4796d983dd4f6aa46e713e872d7ef4"),
                (8, 2, "e2520d5c45efc167eb0efa09a3795caa"),
                (9, 6, "4edf5f7b2a8360caa972d446aa12d6e8"),
                (10, 2, "a8e00aa5960fa63bfe26ebc96751bcbb"),
                (3, 2, "36802b382eec1cb943744bf120178a1c"),
            ] as [(Int, Int, String)]))
    func digests(text: String, expected: (version: Int, mask: Int, digest: String)) throws {
        let code = try #require(QRCode(text, mask: expected.mask))
        #expect(code.version == expected.version)
        let digest = SHA256.hash(data: Data(Self.rows(code).joined().utf8)).prefix(16)
        #expect(digest.map { String(format: "%02x", $0) }.joined() == expected.digest)
    }

    @Test("Check bits and error correction equal the examples of ISO/IEC 18004, annexes C, D and I")
    func vectors() {
        #expect(QRCode.checkBits(of: 0b00101, generator: 0x537, count: 10) == 0b00_1101_1100)
        #expect(QRCode.checkBits(of: 7, generator: 0x1F25, count: 12) == 0b1100_1001_0100)
        let data: [UInt8] = [
            0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
        ]
        let check: [UInt8] = [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55]
        #expect(ReedSolomon.check(of: data, count: 10) == check)
        #expect(!QRCodeReader.isValid([0x11] + data.dropFirst() + check, checkCount: 10))
    }

    @Test("A reader finds the text in every version and mask", arguments: texts, 0..<8)
    func read(text: String, mask: Int) throws {
        for text in [text, String(text.dropLast(3))] {
            let code = try #require(QRCode(text, mask: mask))
            #expect(QRCodeReader(code).text == text)
        }
    }

    @Test("The mask has the lowest penalty of all", arguments: texts)
    func mask(text: String) throws {
        let penalties = (0..<8).compactMap { QRCode(text, mask: $0)?.penalty }
        #expect(Set(penalties).count > 1)
        #expect(try #require(QRCode(text)).penalty == penalties.min())
    }

    @Test("A longer text than version 10 holds has no code")
    func tooLong() {
        #expect(QRCode(String(repeating: "a", count: 271))?.version == 10)
        #expect(QRCode(String(repeating: "a", count: 272)) == nil)
    }

    @Test("Half blocks draw every module within a border of four")
    func drawn() throws {
        let code = try #require(QRCode(Self.address))
        let lines = try #require(code.lines(within: .init(columns: 37, rows: 20)))
        #expect(lines.count == 19 && lines.allSatisfy { $0.columns == 37 })
        var drawn: [[Bool]] = []
        for line in lines {
            #expect(line.runs.map(\.style) == [.blackOnWhite])
            drawn.append(line.plain.map { "█▀".contains($0) })
            drawn.append(line.plain.map { "█▄".contains($0) })
        }
        for (y, row) in drawn.enumerated() {
            for (x, isDark) in row.enumerated() { #expect(isDark == code[x - 4, y - 4], "\(x), \(y)") }
        }
        #expect(lines[2].rendered(inColor: true).hasPrefix("\u{1B}[38;5;16;48;5;231m    █▀▀▀▀▀█"))
    }

    @Test(
        "A code is drawn only on a terminal with room for it and the cursor",
        arguments: [(37, 20, true), (36, 20, false), (37, 19, false), (80, nil, false)] as [(Int, Int?, Bool)])
    func room(columns: Int, rows: Int?, fits: Bool) throws {
        let code = try #require(QRCode(Self.address))
        #expect((code.lines(within: .init(columns: columns, rows: rows)) != nil) == fits)
    }

    private static func rows(_ code: QRCode) -> [String] {
        (0..<code.size).map { y in String((0..<code.size).map { x in code[x, y] ? "#" : "." }) }
    }
}

/// Reads a code as a scanner does, from its modules alone.
private struct QRCodeReader {
    /// The text; `nil` for an unreadable code.
    let text: String?

    init(_ code: QRCode) {
        text = Self.text(code)
    }

    private static let masks: [@Sendable (_ row: Int, _ column: Int) -> Bool] = [
        { ($0 + $1) % 2 == 0 }, { row, _ in row % 2 == 0 }, { $1 % 3 == 0 }, { ($0 + $1) % 3 == 0 },
        { ($0 / 2 + $1 / 3) % 2 == 0 }, { ($0 * $1) % 2 + ($0 * $1) % 3 == 0 },
        { (($0 * $1) % 2 + ($0 * $1) % 3) % 2 == 0 }, { (($0 + $1) % 2 + ($0 * $1) % 3) % 2 == 0 },
    ]

    private static func text(_ code: QRCode) -> String? {
        let size = code.size
        let version = (size - 17) / 4
        // The copy of the format information below the upper right and beside the lower left finder pattern.
        let copy = (0..<8).map { code[size - 1 - $0, 8] } + (8..<15).map { code[8, size - 15 + $0] }
        let format = number(copy.reversed()) ^ 0b101_0100_0001_0010
        guard format >> 13 == 0b01, remainder(format, 0b101_0011_0111) == 0 else { return nil }
        if version >= 7 {
            let information = number((0..<18).reversed().map { code[size - 11 + $0 % 3, $0 / 3] })
            guard information >> 12 == version, remainder(information, 0b1_1111_0010_0101) == 0 else { return nil }
        }
        let mask = masks[format >> 10 & 7]
        var bits: [Bool] = []
        var isUpwards = true
        for right in stride(from: size - 1, through: 1, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) {
            for row in isUpwards ? Array((0..<size).reversed()) : Array(0..<size) {
                for column in [right, right - 1] where !isFunction(column, row, size) {
                    bits.append(code[column, row] != mask(row, column))
                }
            }
            isUpwards.toggle()
        }
        let codewords = stride(from: 0, through: bits.count - 8, by: 8).map { UInt8(number(bits[$0..<$0 + 8])) }
        return text(codewords, QRCode.versions[version - 1], lengthBits: version < 10 ? 8 : 16)
    }

    private static func text(_ codewords: [UInt8], _ layout: QRCode.Blocks, lengthBits: Int) -> String? {
        guard codewords.count == layout.total else { return nil }
        var rest = codewords[...]
        var blocks: [[UInt8]] = Array(repeating: [], count: layout.count)
        let shortest = layout.dataCount / layout.count
        for place in 0...shortest {
            // The first blocks are shorter by one where the codewords cannot be divided evenly.
            let first = place < shortest ? 0 : layout.count - layout.dataCount % layout.count
            for block in first..<layout.count { blocks[block].append(rest.removeFirst()) }
        }
        let data = blocks.flatMap(\.self)
        for _ in 0..<layout.checkCount {
            for block in 0..<layout.count { blocks[block].append(rest.removeFirst()) }
        }
        guard blocks.allSatisfy({ isValid($0, checkCount: layout.checkCount) }) else { return nil }
        let bits = data.flatMap { byte -> [Bool] in (0..<8).map { byte << $0 & 0x80 != 0 } }
        guard number(bits[..<4]) == 0b0100 else { return nil }
        let start = 4 + lengthBits
        let length = number(bits[4..<start])
        let bytes = (0..<length).map { UInt8(number(bits[start + 8 * $0..<start + 8 * $0 + 8])) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns whether all syndromes are zero: a block is a multiple of the generator.
    static func isValid(_ block: [UInt8], checkCount: Int) -> Bool {
        var power: UInt8 = 1
        for _ in 0..<checkCount {
            guard block.reduce(UInt8(0), { ReedSolomon.product($0, power) ^ $1 }) == 0 else { return false }
            power = ReedSolomon.product(power, 2)
        }
        return true
    }

    private static func isFunction(_ x: Int, _ y: Int, _ size: Int) -> Bool {
        if x == 6 || y == 6 { return true }
        if x < 9 && y < 9 || x >= size - 8 && y < 9 || x < 9 && y >= size - 8 { return true }
        if size >= 45, x >= size - 11 && y < 6 || x < 6 && y >= size - 11 { return true }
        let centers = size == 21 ? [] : size < 45 ? [6, size - 7] : [6, size / 2, size - 7]
        return centers.contains { row in
            centers.contains { column in
                // Three corners have a finder pattern instead.
                let isCorner = [row, column] == [6, 6] || Set([row, column]) == [6, size - 7]
                return !isCorner && abs(x - column) <= 2 && abs(y - row) <= 2
            }
        }
    }

    private static func number(_ bits: some Sequence<Bool>) -> Int { bits.reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }

    /// The remainder of a polynomial division over GF(2).
    private static func remainder(_ value: Int, _ generator: Int) -> Int {
        let degree = Int.bitWidth - 1 - generator.leadingZeroBitCount
        var rest = value
        while rest >> degree != 0 {
            rest ^= generator << (Int.bitWidth - 1 - rest.leadingZeroBitCount - degree)
        }
        return rest
    }
}
