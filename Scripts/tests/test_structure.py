from house.checks import circles, graph, sizes, safety

from .trees import CheckTest, library

STORE = library("BellhopStore", "BellhopModel")
FOLDER = "Server/Sources/BellhopStore/"


class CirclesTest(CheckTest):
    check = circles

    def test_folders_that_need_each_other_are_found(self):
        files = {
            FOLDER + "Asks/Ask.swift": "public struct Ask { var device: Device }\n",
            FOLDER + "Devices/Device.swift": "struct Device { var asks: [Ask] }\n",
        }
        self.assert_found("Asks <-> Devices", files, STORE)

    def test_a_circle_through_three_folders_is_found(self):
        files = {FOLDER + f"{a}/{a}.swift": f"struct {a} {{ let next: {b} }}\n" for a, b in ["AB", "BC", "CA"]}
        self.assert_found("A <-> B <-> C", files, STORE)

    def test_files_beside_the_folders_count_as_a_folder(self):
        files = {FOLDER + "Root.swift": "struct Root { let a: A }\n", FOLDER + "A/A.swift": "struct A { var r: Root? }\n"}
        self.assert_found(". <-> A", files, STORE)

    def test_one_way_is_fine_and_comments_are_no_arrows(self):
        files = {
            FOLDER + "Asks/Ask.swift": "struct Ask { let device: Device }\n",
            FOLDER + "Devices/Device.swift": "/// Answers an ``Ask``.\nstruct Device { let name = \"Ask\" }\n",
        }
        self.assert_clean(files, STORE)

    def test_a_nested_type_hides_a_type_of_another_folder(self):
        files = {
            FOLDER + "A/A.swift": "struct A { enum Event {}\n let last: Event }\n",
            FOLDER + "B/B.swift": "struct Event { let a: A }\n",
        }
        self.assert_clean(files, STORE)

    def test_private_names_are_not_visible_in_other_files(self):
        files = {
            FOLDER + "A/A.swift": "private struct Row {}\nstruct A { let b: B }\n",
            FOLDER + "B/B.swift": "struct B { let row: Row }\n",
        }
        self.assert_clean(files, STORE)


class GraphTest(CheckTest):
    check = graph
    targets = [
        library("BellhopModel"), library("BellhopPush", "BellhopModel"),
        library("BellhopAPNs", "BellhopModel", "BellhopPush", "NIOCore"),
    ]

    def drawn(self, *lines):
        return {"docs/architecture.md": "\n".join(["```mermaid", "graph BT", *lines, "```", ""])}

    def test_the_graph_without_implied_arrows_is_right(self):
        self.assert_clean(self.drawn("BellhopAPNs --> BellhopPush", "BellhopPush[the seam] --> BellhopModel"), *self.targets)

    def test_a_lacking_arrow_is_found(self):
        self.assert_found("lacks the arrow BellhopAPNs --> BellhopPush", self.drawn("BellhopPush --> BellhopModel"), *self.targets)

    def test_an_arrow_too_many_is_found(self):
        lines = ["BellhopAPNs --> BellhopPush & BellhopModel", "BellhopPush --> BellhopModel"]
        self.assert_found("BellhopAPNs --> BellhopModel, which", self.drawn(*lines), *self.targets)


class SizesTest(CheckTest):
    check = sizes

    def test_a_file_that_is_too_long_is_found(self):
        self.assert_found("401 lines", {FOLDER + "A.swift": "\n" * 401, "Tests/T/Long.swift": "\n" * 900})


class SafetyTest(CheckTest):
    check = safety

    def test_traps_are_found_in_product_code_only(self):
        for code in ["try! a()", "a as! B", 'fatalError("x")', "usleep(1)"]:
            with self.subTest(code):
                self.assert_found(FOLDER, {FOLDER + "A.swift": code + "\n", "Tests/T/A.swift": code.replace("usleep", "wake") + "\n"})

    def test_a_sleeping_test_is_found(self):
        self.assert_found("inject a clock", {"Server/Tests/T/A.swift": "try await Task.sleep(for: .seconds(1))\n"})

    def test_a_time_limit_that_a_busy_machine_exceeds_is_found(self):
        self.assert_found("busy machines", {"Tests/T/A.swift": "@Test(.timeLimit(.minutes(1))) func a() {}\n"})
        self.assert_clean({"Tests/T/A.swift": "@Test(.timeLimit(.minutes(10))) func a() {}\n"})

    def test_a_free_task_needs_an_explanation(self):
        self.assert_found("outlives its caller", {FOLDER + "A.swift": "Task { await go() }\n"})
        self.assert_clean({FOLDER + "A.swift": "// Unstructured: the delegate is not async.\nTask { await go() }\n"})
        self.assert_clean({FOLDER + "A.swift": "group.addTask { await go() }\n"})

    def test_unchecked_sendable_names_its_lock(self):
        self.assert_found("must name", {FOLDER + "A.swift": "final class A: @unchecked Sendable {}\n"})
        self.assert_clean({FOLDER + "A.swift": "// Guarded by the lock `state`.\nfinal class A: @unchecked Sendable {}\n"})
        self.assert_clean({FOLDER + "A.swift": "final class A: @unchecked Sendable {\n // Guarded by `lock`.\n var a = 1\n}\n"})
