// The inbox: the list of asks, and the page of the chosen one.
import { RowList, T, ago, countdown, empty, h, icon, pill, replace } from "./dom.js";
import { askDetail, isEnrolment, originOf, outcomeKinds, warningLines } from "./ask.js";
import { timeLeft } from "./device.js";
import { dismissEnded, findAsk, isPending, loadAsk, on, pendingAsks, state } from "./state.js";
import { line, sections, warningsOf } from "./review.js";

const isDesktop = () => matchMedia("(min-width: 720px)").matches;
const kindOf = (ask) => ask.questions.length ? line(ask.questions[0].header ?? T.inbox.question, 60) : isEnrolment(ask) ? T.inbox.newDevice : line(ask.tool_name ?? ask.title, 60);

/** The line that tells asks apart: the command, or the file. */
export function gist(ask) {
  if (ask.questions.length) return line(ask.questions[0].text, 160);
  if (isEnrolment(ask)) return line(/^fingerprint (.*)$/m.exec(ask.input)?.[1] ?? ask.title, 160);
  const input = ask.input.length > 20_000 ? undefined : sections(ask.input);
  const first = input?.find(({ kind }) => kind === "command" || kind === "path") ?? input?.[0];
  return line(first ? (first.kind === "command" ? first.rows : first.rows.slice(0, 1)).map(([, text]) => text).join("\n") : ask.body.split("\n").filter((row) => !row.startsWith("⚠"))[0] ?? "", 160);
}

/** Warnings of the sender, and about hidden characters in the input. Long inputs are checked when they are opened. */
const warned = new WeakMap();
function hasWarnings(ask) {
  if (!warned.has(ask)) warned.set(ask, warningLines(ask).length > 0 || (ask.input.length <= 20_000 && warningsOf(sections(ask.input)).length > 0));
  return warned.get(ask);
}

export function inboxView({ root, first, params, signal, go }) {
  let selected = first === "asks" ? params[0] : undefined;
  let detail;
  const list = new RowList({
    label: T.inbox.listLabel, height: 86, key: (ask) => ask.id, render: row,
    onopen: (id) => open(id, true),
    onactive: (id) => { if (isDesktop() && id !== selected) { clearTimeout(opening); opening = setTimeout(flush, 60); } },
  });
  // Moving through the list draws only rows; the page of the ask follows when the keys rest.
  let opening;
  const flush = () => {
    clearTimeout(opening);
    if (isDesktop() && list.active && list.active !== selected && !signal.aborted) open(list.active, false);
  };
  const heading = h("div.pane-heading", h("h1", T.nav.inbox), h("span.pane-note"));
  const clear = h("button.button.small.quiet", { onclick: dismissEnded, hidden: true }, T.inbox.clearEnded);
  const listPane = h("section.list-pane", { "aria-label": T.nav.inbox }, h("header.pane-header", heading, clear), h("div.list-body"));
  const detailPane = h("section.detail-pane", { "aria-label": T.ask.label });
  root.append(listPane, detailPane);

  function row(ask) {
    const element = h("div.ask-row");
    fill(element, ask);
    return element;
  }

  function fill(element, ask) {
    const pending = isPending(ask), left = timeLeft(ask), isQuestion = ask.questions.length > 0;
    const isRisky = hasWarnings(ask);
    element.classList.toggle("is-ended", !pending);
    const status = pending ? h(`span.countdown${left < 30_000 ? ".is-soon" : ""}`, countdown(left)) : pill(T.states[ask.state === "pending" ? "expired" : ask.state], outcomeKinds[ask.state === "pending" ? "expired" : ask.state]);
    replace(element,
      h("div.row-top", h("span.tool", isQuestion ? icon("question", 15) : isEnrolment(ask) ? icon("key", 15) : null, h("span", kindOf(ask))),
        isRisky && h("span.row-warning", icon("warning", 15), h("span.visually-hidden", T.ask.hasWarnings)), status),
      h(`div.row-gist${isQuestion ? ".is-text" : ""}`, { dir: "auto" }, gist(ask)),
      h("div.row-meta", h("span.row-origin", originOf(ask) || line(ask.title)), h("span", ago(ask.created_at))));
  }

  function draw() {
    const body = listPane.querySelector(".list-body");
    const count = pendingAsks().length;
    heading.querySelector(".pane-note").textContent = count ? T.inbox.pending(count) : "";
    clear.hidden = count === state.asks.length;
    if (!state.asks.length) {
      const settled = !state.isStale || state.connection === "offline";
      replace(body, settled ? empty("inbox", T.inbox.emptyTitle, T.inbox.emptyBody) : h("div.skeleton", [1, 2, 3].map(() => h("div.skeleton-row"))));
    } else if (list.element.parentNode !== body) replace(body, list.element);
    list.set(state.asks);
    if (isDesktop() && !selected && state.asks.length) {
      const next = state.asks.find(isPending) ?? state.asks[0];
      list.activate(next.id, { scroll: false });
    }
    if (!selected && !detail) drawNothing();
  }

  function drawNothing() {
    if (isDesktop()) replace(detailPane, h("div.detail-empty", empty("check", T.inbox.doneTitle, T.inbox.doneBody)));
    else replace(detailPane);
  }

  function open(id, isExplicit) {
    clearTimeout(opening);
    const isShown = selected === id && detail;
    selected = id;
    if (!isShown) {
      detail?.end();
      detail = undefined;
    }
    if (isExplicit) {
      const path = `/asks/${encodeURIComponent(id)}`;
      if (location.pathname !== path) history[isDesktop() ? "replaceState" : "pushState"]({}, "", path);
      document.body.classList.add("has-detail");
    }
    if (list.active !== id) list.activate(id);
    if (isShown) {
      if (isExplicit) detail.focus();
      return;
    }
    const ask = findAsk(id);
    if (!ask) {
      replace(detailPane, h("div.skeleton", [1, 2, 3, 4].map(() => h("div.skeleton-row"))));
      loadAsk(id).then(() => selected === id && show(id, isExplicit), (error) => {
        if (selected !== id) return;
        replace(detailPane, empty("warning", T.ask.missing, error.message, h("button.button", { onclick: back }, T.ask.back)));
      });
    } else show(id, isExplicit);
  }

  function show(id, focus) {
    detail?.end();
    detail = askDetail(findAsk(id), { back, next: () => next() });
    replace(detailPane, detail.element);
    detail.start();
    if (focus) detail.focus();
  }

  function back() {
    document.body.classList.remove("has-detail");
    if (!isDesktop()) {
      selected = undefined;
      detail?.end();
      detail = undefined;
      replace(detailPane);
    }
    if (location.pathname !== "/") history.replaceState({}, "", "/");
    list.element.focus();
    return true;
  }

  function next() {
    const asks = state.asks.filter(isPending);
    if (!asks.length) { back(); return; }
    const index = state.asks.findIndex((ask) => ask.id === selected);
    const following = state.asks.slice(index + 1).find(isPending) ?? asks[0];
    open(following.id, true);
  }

  on(signal, "asks", () => {
    draw();
    const ask = selected && findAsk(selected);
    if (ask) detail?.update(ask);
    // A stored ask may have ended while no page was open: the list of pending asks then lacks it.
    else if (detail?.isOpen && !state.isStale) loadAsk(selected).catch(() => {});
  });
  on(signal, "connection device sessions", () => { detail?.update(findAsk(selected)); if (state.connection === "offline") draw(); });
  let second = 0;
  const timer = setInterval(() => {
    second++;
    list.refresh((element, id) => {
      const ask = findAsk(id);
      if (!ask) return;
      const clock = element.querySelector(".countdown");
      if (!clock) return;
      if (!isPending(ask)) fill(element, ask);
      else { const left = timeLeft(ask); clock.textContent = countdown(left); clock.classList.toggle("is-soon", left < 30_000); }
    });
    detail?.tick();
    if (second % 30 === 0) heading.querySelector(".pane-note").textContent = pendingAsks().length ? T.inbox.pending(pendingAsks().length) : "";
  }, 1000);
  signal.addEventListener("abort", () => { clearInterval(timer); clearTimeout(opening); detail?.end(); list.observer.disconnect(); });

  draw();
  if (selected) { document.body.classList.add("has-detail"); open(selected, true); }

  const move = (step) => {
    if (document.body.classList.contains("has-detail") && !isDesktop()) return false;
    list.move(step);
    if (detailPane.contains(document.activeElement)) list.element.focus({ preventScroll: true });
    return true;
  };
  return {
    focus: () => { if (!selected || isDesktop() && first !== "asks") list.element.focus({ preventScroll: true }); return true; },
    update: (name, rest) => {
      if (name === "asks" && rest[0]) { open(rest[0], true); return true; }
      back();
      return true;
    },
    keys: {
      j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1),
      Home: () => move(-1e9), End: () => move(1e9), PageDown: () => move(8), PageUp: () => move(-8),
      Enter: () => list.active ? open(list.active, true) : false,
      a: () => (flush(), detail?.approveKey()), d: () => (flush(), detail?.denyKey()), n: () => (flush(), next()), e: () => dismissEnded(),
      " ": () => (flush(), detail?.readOn()), Escape: () => (detail?.escape() || back()),
      ...Object.fromEntries("123456789".split("").map((digit) => [digit, () => (flush(), detail?.choose(Number(digit)))])),
    },
  };
}
