extension JSONText {
    /// - Parameter array: a node of this text.
    func appending(_ element: JSONDraft, to array: JSONNode) throws(JSONTextProblem) -> JSONText {
        try adding("", element, to: array)
    }

    /// - Parameter object: a node of this text, without a member of this name.
    func appending(_ member: JSONDraft.Member, to object: JSONNode) throws(JSONTextProblem) -> JSONText {
        try adding(member.prefix(JSONLayout(of: self)), member.value, to: object)
    }

    func replacing(_ node: JSONNode, with draft: JSONDraft) throws(JSONTextProblem) -> JSONText {
        var layout = JSONLayout(of: self)
        layout.isMultiline = bytes[node.range].contains(0x0A)
        return try replacing(node.range, draft.text(layout, at: indentation(at: node.range.lowerBound)))
    }

    /// Takes out one member or element, and the comma that divided it from its neighbour.
    ///
    /// What was appended last is taken out without a trace.
    func removing(item index: Int, of container: JSONNode) throws(JSONTextProblem) -> JSONText {
        let items = container.items
        guard items.count > 1 else {
            return try replacing(container.range.lowerBound + 1..<container.range.upperBound - 1, "")
        }
        let range =
            index == items.count - 1
            ? items[index - 1].upperBound..<items[index].upperBound
            : items[index].lowerBound..<items[index + 1].lowerBound
        return try replacing(range, "")
    }

    private func adding(
        _ prefix: String, _ draft: JSONDraft, to container: JSONNode
    ) throws(JSONTextProblem) -> JSONText {
        var layout = JSONLayout(of: self)
        guard let first = container.items.first, let last = container.items.last else {
            let outer = indentation(at: container.range.lowerBound)
            let inner = outer + layout.indent
            let text = prefix + draft.text(layout, at: layout.isMultiline ? inner : "")
            let interior = container.range.lowerBound + 1..<container.range.upperBound - 1
            guard layout.isMultiline else { return try replacing(interior, text) }
            return try replacing(interior, layout.newline + inner + text + layout.newline + outer)
        }
        guard let space = space(before: first.lowerBound) else {
            layout.isMultiline = false
            let text = (layout.isSpaced ? ", " : ",") + prefix + draft.text(layout)
            return try replacing(last.upperBound..<last.upperBound, text)
        }
        let text = "," + layout.newline + space + prefix + draft.text(layout, at: space)
        return try replacing(last.upperBound..<last.upperBound, text)
    }

    private func replacing(_ range: Range<Int>, _ text: String) throws(JSONTextProblem) -> JSONText {
        var edited = bytes
        edited.replaceSubrange(range, with: text.utf8)
        return try JSONText(edited)
    }
}
