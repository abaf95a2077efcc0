extension StringProtocol {
    /// The text without white space and line ends at its start and end.
    public var trimmed: String {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[start...last])
    }
}
