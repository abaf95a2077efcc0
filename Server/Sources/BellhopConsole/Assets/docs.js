// The page of the API: search, copy buttons, and the contents on a phone.

const byID = (id) => document.getElementById(id);
const [search, found, menu, contents, main, start, copied] = ["search", "found", "menu", "contents", "main", "start", "copied"].map(byID);
const simplified = (text) => text.toLowerCase().replace(/\s+/g, " ");
const count = (number, noun) => (number ? [`${number} ${noun}${number === 1 ? "" : "s"}`] : []);

// Tables stay tables for assistive technology where the style displays their rows as blocks.
for (const [selector, role] of [["table", "table"], ["thead, tbody", "rowgroup"], ["tr", "row"], ["thead th", "columnheader"], ["tbody th", "rowheader"], ["td", "cell"]]) {
  for (const element of main.querySelectorAll(selector)) element.setAttribute("role", role);
}

// The address of this server, which may be below a path. Other characters would need quotes in a shell.
const address = location.origin + location.pathname.replace(/\/docs\/?$/, "");
if (/^https?:\/\/[\w.:[\]/~-]+$/.test(address)) for (const element of document.querySelectorAll(".origin")) element.textContent = address;

// Search

/** An operation, an object, or the table of errors: the text of its heading, and its rows. */
const entries = [...main.querySelectorAll("article, section[aria-labelledby=errors]")].map((element) => ({
  element,
  kind: element.matches(".body") ? "object" : element.matches("article") ? "operation" : "table",
  heading: simplified([...element.querySelectorAll(":scope > h3, :scope > p")].map((part) => part.textContent).join(" ")),
  rows: [...element.querySelectorAll("tbody tr")].map((row) => {
    const table = row.closest(".table");
    return { row, table, text: simplified(row.textContent), isField: !table.querySelector("caption").textContent.startsWith("Responses") };
  }),
  link: element.id && contents.querySelector(`a[href="#${element.id}"]`)?.parentElement,
}));
const sections = [...main.querySelectorAll(":scope > section")].map((section) => {
  const heading = section.querySelector("h2");
  return { section, link: contents.querySelector(`a[href="#${heading.id}"]`)?.parentElement };
});
const nothing = main.appendChild(Object.assign(document.createElement("div"), { className: "nothing", hidden: true }));
const explanation = nothing.appendChild(document.createElement("p"));
nothing.append(Object.assign(document.createElement("button"), { type: "button", textContent: "Clear the search", onclick: clear }));
let position = 0;
let query = "";

search.addEventListener("input", () => filter(search.value));

/** Shows the entries that contain all words: a whole entry when its heading has them, otherwise the rows that have the rest. */
function filter(text) {
  const words = simplified(text).split(" ").filter(Boolean);
  if (!query && words.length) position = scrollY;
  query = words.join(" ");
  const counts = { operation: 0, object: 0, field: 0, error: 0 };
  for (const entry of entries) {
    const rest = words.filter((word) => !entry.heading.includes(word));
    const isWhole = words.length === 0 || (rest.length === 0 && entry.kind !== "table");
    let [rows, fields] = [0, 0];
    for (const { row, text, isField } of entry.rows) {
      const matches = words.length > 0 && words.every((word) => text.includes(word) || entry.heading.includes(word)) && words.some((word) => text.includes(word));
      if (matches) rows += 1;
      if (matches && isField) fields += 1;
      row.hidden = !isWhole && !matches;
    }
    const isShown = isWhole || rows > 0;
    counts[entry.kind === "table" ? "error" : "field"] += fields;
    if (words.length && entry.kind in counts && (isWhole || (rows > 0 && fields === 0))) counts[entry.kind] += 1;
    for (const table of new Set(entry.rows.map((row) => row.table))) table.classList.toggle("is-empty", !table.querySelector("tbody tr:not([hidden])"));
    entry.element.classList.toggle("is-partial", !isWhole);
    entry.element.hidden = !isShown;
    if (entry.link) entry.link.hidden = !isShown;
  }
  for (const { section, link } of sections) {
    section.hidden = section.matches("[aria-labelledby=errors]") ? section.hidden : words.length > 0 && !section.querySelector("article:not([hidden])");
    if (link) link.hidden = section.hidden;
  }
  start.hidden = words.length > 0;
  main.classList.toggle("is-searching", words.length > 0);
  const parts = [...count(counts.operation, "operation"), ...count(counts.object, "object"), ...count(counts.field, "field"), ...count(counts.error, "error")];
  nothing.hidden = words.length === 0 || parts.length > 0;
  found.textContent = words.length === 0 ? "" : parts.join(", ") || "Nothing found";
  explanation.textContent = nothing.hidden ? "" : `Nothing contains “${text.trim()}”.`;
  highlight(words);
  scrollTo(0, words.length ? 0 : position);
}

/** Marks the words in the text without changing the document. */
function highlight(words) {
  if (!globalThis.CSS?.highlights) return;
  const ranges = [];
  const walker = words.length ? document.createTreeWalker(main, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, {
    acceptNode: (node) => (node.nodeType === Node.TEXT_NODE ? NodeFilter.FILTER_ACCEPT : node.hidden || node.matches("h2, pre, button, caption, thead, .nothing") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP),
  }) : undefined;
  while (walker?.nextNode() && ranges.length < 2000) {
    const text = walker.currentNode.data.toLowerCase();
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + word.length);
        ranges.push(range);
      }
    }
  }
  CSS.highlights.set("found", new Highlight(...ranges));
}

function clear() {
  search.value = "";
  filter("");
}

search.addEventListener("keydown", (event) => {
  if (event.key === "Enter") main.focus({ preventScroll: true });
});
addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    close();
    search.focus();
    search.select();
  } else if (event.key === "Escape" && menu.ariaExpanded === "true") {
    close();
    menu.focus();
  } else if (event.key === "Escape" && query) {
    event.preventDefault();
    clear();
  }
});

// A link may lead to a part that the search hides.
addEventListener("click", (event) => {
  const link = event.target.closest?.('a[href^="#"]');
  if (!link) return;
  close();
  const target = byID(link.getAttribute("href").slice(1));
  if (query && target?.closest("[hidden]")) clear();
});

// The contents on a phone

function close() {
  menu.ariaExpanded = "false";
  contents.classList.remove("is-open");
  main.inert = false;
}

menu.addEventListener("click", () => {
  const opens = menu.ariaExpanded !== "true";
  close();
  if (!opens) return;
  menu.ariaExpanded = "true";
  contents.classList.add("is-open");
  main.inert = true;
});
matchMedia("(max-width: 52rem)").addEventListener("change", close);

// The operation on the screen is marked in the contents.
const observer = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) {
    const link = contents.querySelector(`a[href="#${target.id}"]`);
    if (!isIntersecting) link?.removeAttribute("aria-current");
    else if (link) {
      for (const other of contents.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
      link.setAttribute("aria-current", "location");
      if (!contents.matches(":hover, :focus-within")) link.scrollIntoView({ block: "nearest" });
    }
  }
}, { rootMargin: "-15% 0px -80% 0px" });
for (const { element, kind } of entries) if (kind === "operation") observer.observe(element);

// Copying

for (const sample of document.querySelectorAll(".sample")) {
  const code = sample.querySelector("pre");
  const button = Object.assign(document.createElement("button"), { type: "button", className: "copy", textContent: "Copy" });
  button.setAttribute("aria-label", `Copy: ${code.getAttribute("aria-label")}`);
  button.addEventListener("click", async () => {
    const isCopied = await copy(code);
    copied.textContent = "";
    copied.textContent = isCopied ? "Copied" : "Not copied. The text is selected.";
    if (!isCopied) return;
    button.textContent = "Copied";
    button.classList.add("is-done");
    setTimeout(() => {
      button.textContent = "Copy";
      button.classList.remove("is-done");
    }, 2000);
  });
  sample.append(button);
}

/** Copies through the selection where the clipboard is missing, as in pages without HTTPS. */
async function copy(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(element);
    return document.execCommand("copy");
  }
}
