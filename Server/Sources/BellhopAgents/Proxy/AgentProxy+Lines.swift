/// From lines to what they say, and back.
extension AgentProxy {
    /// Of one line of `side` that is read, in bytes. Longer ones pass through unread; those of the agent do not where
    /// only the phone decides, for they may ask.
    public func lineLimit(of side: Side) -> Int {
        side == .agent && options.phoneOnly ? 64 << 20 : Self.readLimit
    }

    /// Of a line that is decoded, in bytes.
    static let readLimit = 4 << 20

    /// What `side` has said.
    public mutating func receive(_ piece: LineSplitter.Piece, from side: Side) -> [Effect] {
        switch (piece, side) {
        case (.part(_, let endsLine), .agent) where options.phoneOnly:
            return unread(endsLine: endsLine) + retoldUnread()
        case (.part(let bytes, let endsLine), .agent):
            return passed(bytes, endsLine: endsLine, from: side) + retoldUnread()
        case (.part(let bytes, let endsLine), .client): return passed(bytes, endsLine: endsLine, from: side)
        case (.line(let line), .agent):
            guard let head = RPCHead(line) else { return unanswerable(line) }
            return fromAgent(line, head)
        case (.line(let line), .client):
            guard let head = RPCHead(line) else { return [.write(line, to: .agent)] }
            return fromClient(line, head)
        }
    }

    private mutating func passed(_ bytes: [UInt8], endsLine: Bool, from side: Side) -> [Effect] {
        let other: Side = side == .agent ? .client : .agent
        guard endsLine else {
            midLine.insert(other)
            return [.write(bytes, to: other)]
        }
        midLine.remove(other)
        return [.write(bytes, to: other)] + (held.removeValue(forKey: other) ?? []).map { .write($0, to: other) }
    }

    /// What cannot be answered from here, but perhaps by the client.
    func unanswerable(_ line: [UInt8]) -> [Effect] {
        options.phoneOnly ? unread(endsLine: true) : [.write(line, to: .client)]
    }

    private func unread(endsLine: Bool) -> [Effect] {
        endsLine ? [.remark("a line of the agent is no message, or too long, and is not passed on")] : []
    }

    /// Writes a line of our own.
    mutating func say(_ line: [UInt8], to side: Side) -> [Effect] {
        guard midLine.contains(side) else { return [.write(line, to: side)] }
        held[side, default: []].append(line)
        return []
    }
}
