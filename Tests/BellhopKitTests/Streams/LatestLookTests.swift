import Testing

@testable import BellhopKit

@Suite("Looks that overlap")
struct LatestLookTests {
    @Test("each is noted that ends in its turn")
    func inTurn() {
        var looks = LatestLook()
        for _ in 0..<3 {
            let look = looks.begin()
            let isNews = looks.isNews(look)
            #expect(isNews)
        }
        let (first, second) = (looks.begin(), looks.begin())
        let areNews = [looks.isNews(first), looks.isNews(second)]
        #expect(areNews == [true, true])
    }

    @Test("one that is overtaken is not")
    func overtaken() {
        var looks = LatestLook()
        let (first, second) = (looks.begin(), looks.begin())
        let areNews = [looks.isNews(second), looks.isNews(first)]
        #expect(areNews == [true, false])
    }
}
