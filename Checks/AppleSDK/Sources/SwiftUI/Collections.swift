// Signatures: https://developer.apple.com/documentation/swift/mutablecollection/move(fromoffsets:tooffset:), …/remove(atoffsets:)

public import Foundation

extension RangeReplaceableCollection where Self: MutableCollection {
    public mutating func remove(atOffsets offsets: IndexSet) {
        for offset in offsets.reversed() { remove(at: index(startIndex, offsetBy: offset)) }
    }
}

extension MutableCollection {
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
        let all = Array(self)
        let moved = source.map { all[$0] }
        let before = all.indices.filter { $0 < destination && !source.contains($0) }.map { all[$0] }
        let after = all.indices.filter { $0 >= destination && !source.contains($0) }.map { all[$0] }
        var position = startIndex
        for element in before + moved + after {
            self[position] = element
            formIndex(after: &position)
        }
    }
}
