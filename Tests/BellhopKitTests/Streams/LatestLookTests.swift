import Testing

@testable import BellhopKit

@Suite("Looks that overlap")
struct LatestLookTests {
    @Test("each is noted that ends in its turn")
    func inTurn() {
        var looks = LatestResult()
        for _ in 0..<3 {
            let look = looks.begin()
            let isNews = looks.accept(look)
            #expect(isNews)
        }
        let (first, second) = (looks.begin(), looks.begin())
        let areNews = [looks.accept(first), looks.accept(second)]
        #expect(areNews == [true, true])
    }

    @Test("one that is overtaken is not")
    func overtaken() {
        var looks = LatestResult()
        let (first, second) = (looks.begin(), looks.begin())
        let areNews = [looks.accept(second), looks.accept(first)]
        #expect(areNews == [true, false])
    }
}
