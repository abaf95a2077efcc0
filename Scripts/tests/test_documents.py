from house.checks import changelog, commands, leftovers, links, scripts

from .trees import CheckTest


class LinksTest(CheckTest):
    check = links

    def test_a_link_to_nowhere_is_found(self):
        for link in ["[a](docs/b.md)", "![a](images/a.svg)", '<img src="images/a.svg">', "[a]: docs/b.md"]:
            with self.subTest(link):
                self.assert_found("no such file", {"README.md": link + "\n"})

    def test_a_link_to_a_heading_that_is_not_there_is_found(self):
        self.assert_found("no such heading", {"a.md": "# One\n[b](#two)\n"})
        self.assert_found("no such heading", {"a.md": "[b](docs/b.md#two)\n", "docs/b.md": "# One\n"})

    def test_a_path_to_nowhere_is_found(self):
        self.assert_found("refers to Sources/A/B.swift", {"a.md": "See `Sources/A/B.swift`, `let Sources/A`, `Server/.build/a`.\n"})

    def test_headings_are_named_as_on_github(self):
        self.assert_clean({"a.md": "# What `ask` does, exactly?\n## Same\n## Same\n[a](#what-ask-does-exactly) [b](#same-1)\n"})

    def test_code_and_other_sites_are_not_followed(self):
        self.assert_clean({"a.md": "```\n[a](b)\n```\n`[a](b)` [c](https://example.com/d)\n"})


class CommandsTest(CheckTest):
    check = commands
    makefile = "test: ## Test\n\techo\n"
    tool = {
        "Server/Sources/BellhopCLI/Ask/Ask.swift": "struct Ask: AsyncParsableCommand {\n}\n",
        "Server/Sources/BellhopCLI/Keys/Keys.swift":
            'struct Keys: ParsableCommand {\n static let configuration = CommandConfiguration(commandName: "keys")\n}\n',
    }

    def test_a_make_target_that_is_not_there_is_found(self):
        for text in ["`make fly`", "```sh\nmake fly\n```"]:
            with self.subTest(text):
                self.assert_found("no `make fly`", {"README.md": text + "\n", "Makefile": self.makefile})

    def test_a_command_that_is_not_there_is_found(self):
        self.assert_found("no `bellhop fly`", {"README.md": "```sh\nbellhop fly --high\n```\n", **self.tool})
        self.assert_found("no `bellhop fly`", {"README.md": "`bellhop fly`\n", **self.tool})

    def test_commands_that_are_there_are_fine(self):
        text = '`make test`, `bellhop`, make sure\n```sh\nbellhop ask "Go?" && bellhop keys list  # bellhop fly\n```\n'
        self.assert_clean({"README.md": text, "Makefile": self.makefile, **self.tool})


class ChangelogTest(CheckTest):
    check = changelog

    def test_unreleased_is_the_first_section(self):
        self.assert_clean({"CHANGELOG.md": "# Changelog\n\n## Unreleased\n"})
        self.assert_found("first section", {"CHANGELOG.md": "# Changelog\n\n## 1.0.0\n\n## Unreleased\n"})
        self.assert_found("is missing", {})


class LeftoversTest(CheckTest):
    check = leftovers

    def test_work_notes_are_found_in_code(self):
        for word in ["TO" + "DO", "FIX" + "ME"]:
            with self.subTest(word):
                self.assert_found("work note", {"Sources/A/A.swift": f"// {word}: later\n", "a.md": f"{word}\n"})
        self.assert_clean({"Sources/A/A.swift": "// the agent's todo list, TodoWrite\n"})

    def test_paths_of_a_development_machine_are_found(self):
        for path in ["/home/" + "anna/src", "/Users/" + "anna/src", "/ro" + "ot/.cache", "/wo" + "rk/main"]:
            with self.subTest(path):
                self.assert_found("development machine", {"a.json": f'"{path}"\n'})
        self.assert_clean({"a.md": "/Users/me/project https://example.com/work/a ~/work/a docs/work/a /usr/lib\n"})


class ScriptsTest(CheckTest):
    check = scripts

    def test_a_script_that_does_not_parse_is_found(self):
        self.assert_found("a.sh", {"a.sh": "if true\n"})
        self.assert_found("a.py:1", {"a.py": "def\n"})

    def test_a_script_that_is_not_executable_is_found(self):
        self.assert_found("not executable", {"run": "#!/usr/bin/env bash\ntrue\n"})
