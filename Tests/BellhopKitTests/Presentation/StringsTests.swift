import BellhopModel
import Testing

@testable import BellhopKit

/// The texts that are shown to people.
@Suite struct StringsTests {
    @Test(
        "The language is the first preferred one that has texts",
        arguments: [
            (["de-CH", "en"], Language.german), (["de"], .german), (["fr-FR", "de_AT"], .german),
            (["en-GB", "de"], .english), (["fr", "it"], .english), ([], .english), (["", "-"], .english),
            (["DE"], .german), (["den"], .english),
        ])
    func language(preferred: [String], language: Language) {
        #expect(Language(preferred: preferred) == language)
    }

    @Test("Every text of every category exists in every language, and the English ones equal the catalog")
    func categories() {
        for category in CategoryCatalog.all {
            #expect(category.localized(Strings(.english)) == category)
            var texts = [category.hiddenPreviewPlaceholder, category.summaryFormat]
            for action in category.actions {
                texts += [action.title, action.textInput?.button, action.textInput?.placeholder].compactMap(\.self)
            }
            for text in texts {
                #expect(Strings(.german).text(for: text) != nil, "\(text) has no German")
            }
        }
    }

    @Test("Translated categories keep their ids, options and effects")
    func structure() {
        for category in CategoryCatalog.all {
            let german = category.localized(Strings(.german))
            #expect(german.id == category.id)
            #expect(german.options == category.options)
            #expect(german.actions.map(\.id) == category.actions.map(\.id))
            #expect(german.actions.map(\.effect) == category.actions.map(\.effect))
            #expect(german.actions.map(\.options) == category.actions.map(\.options))
            #expect(german.summaryFormat.contains("%u"))
        }
        #expect(CategoryCatalog[.approvalRequest]?.localized(Strings(.german)).actions.first?.title == "Genehmigen")
    }

    @Test("The app's own text stays unchanged")
    func ownText() {
        let action = CategoryAction("BREW", "Brew coffee", .open)
        #expect(action.localized(Strings(.german)).title == "Brew coffee")
    }

    @Test("The texts of an answer use the language of their task")
    func injected() {
        let german = Language.$current.withValue(.german) {
            AnswerMessages.alreadyAnswered(.deny(message: "nein"))
        }
        #expect(german == "Dieses Gerät hat schon geantwortet: abgelehnt, „nein“. Diese Antwort gilt.")
    }
}
