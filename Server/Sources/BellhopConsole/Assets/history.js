// History with the timeline of each notification, and sessions.
import { RowList, T, ago, clockTime, dateTime, empty, exactTime, h, icon, number, pill, replace, skeleton, timeElement, toast } from "./dom.js";
import { cached, get, loadSessions, on, post, query, state } from "./state.js";
import { line, prose } from "./review.js";
import { outcomeKinds, resolutionText } from "./ask.js";

const isDesktop = () => matchMedia("(min-width: 720px)").matches;
const kindIcons = [[/APPROVAL|PERMISSION/, "lock"], [/QUESTION/, "question"], [/ERROR/, "warning"], [/COMPLETE/, "check"], [/MESSAGE|message/, "send"], [/remind|REMIND/, "clock"]];
export const categoryIcon = (category) => kindIcons.find(([pattern]) => pattern.test(category))?.[1] ?? "bell";
export const categoryName = (category) => T.categories[category] ?? line(category, 60);

export function historyView({ root, first, params, signal }) {
  let items = [], unread = 0, isDone = false, isLoading = false, isStale = false, total, filter = { category: "", read: "" }, words = "", selected, generation = 0, typing;
  const search = h("input", { type: "search", placeholder: T.history.search, "aria-label": T.history.search, autocomplete: "off", spellcheck: "false",
    oninput: () => { words = search.value.trim().toLowerCase(); draw(); clearTimeout(typing); typing = setTimeout(() => isStale || reload(), 250); },
    onkeydown: (event) => { if (event.key === "Enter" || event.key === "ArrowDown") { event.preventDefault(); list.element.focus(); list.move(0); } } });
  const select = (label, name, options) => h("select", { "aria-label": label, onchange: ({ target }) => { filter[name] = target.value; reload(); } }, options.map(([value, text]) => h("option", { value }, text)));
  const note = h("p.list-note", { role: "status" });
  const list = new RowList({ label: T.history.list, height: 68, key: (item) => item.id, render: row, onopen: (id) => open(id, true), onactive: (id) => { if (isDesktop() && id !== selected) open(id, false); }, onend: () => { if (!isDone) more(); } });
  const readAll = h("button.button.small.quiet", { onclick: markAll, hidden: true }, T.history.readAll);
  const detail = h("section.detail-pane", { "aria-label": T.history.timeline });
  const body = h("div.list-body", skeleton(6));
  root.append(h("section.list-pane", { "aria-label": T.nav.history },
    h("header.pane-header", h("div.pane-heading", h("h1", T.nav.history)), readAll),
    h("div.filters", h("div.search", icon("search", 16), search),
      h("div.filter-row", select(T.history.category, "category", [["", T.history.all], ...Object.keys(T.categories).slice(0, 12).map((id) => [id, T.categories[id]])]), select(T.history.state, "read", [["", T.history.any], ["false", T.history.unread], ["true", T.history.read]]))),
    note, body), detail);

  function row(item) {
    return h(`div.note-row${item.read_at ? "" : ".is-unread"}`, h("span.note-icon", icon(categoryIcon(item.category), 18)),
      h("div.note-text", h("div.row-top", h("span.note-title", { dir: "auto" }, !item.read_at && h("span.visually-hidden", `${T.history.unread}: `), line(item.title, 120)), timeElement(item.created_at)),
        h("div.note-body", { dir: "auto" }, line(item.body.replace(/^⚠ .*\n/gm, ""), 160))));
  }

  const matches = (item) => !words || [item.title, item.subtitle, item.body, item.category, item.session_id, item.thread].some((text) => text?.toLowerCase().includes(words));

  function draw() {
    const shown = items.filter(matches);
    readAll.hidden = !unread || !state.device;
    note.textContent = isStale ? T.history.stale : words ? T.history.found(shown.length, isDone) : total !== undefined ? T.history.total(total, unread) : "";
    if (!shown.length && !isLoading) replace(body, empty("history", words ? T.history.nothingFound : T.history.empty, words ? "" : T.history.emptyBody));
    else if (shown.length && list.element.parentNode !== body) replace(body, list.element);
    list.set(shown);
    if (isDesktop() && !selected && shown.length) list.activate(shown[0].id, { scroll: false });
  }

  async function load() {
    const mine = generation;
    isLoading = true;
    try {
      const params = { limit: 100, before: items.at(-1)?.id, search: words.slice(0, 200), ...filter };
      const plain = !items.length && !words && !filter.category && !filter.read;
      const page = plain ? await cached("history", "/v1/notifications/history?limit=100") : { value: await get(`/v1/notifications/history${query(params)}`), isStale: false };
      if (mine !== generation) return;
      isStale = page.isStale;
      const known = new Set(items.map((item) => item.id));
      items.push(...page.value.items.filter((item) => !known.has(item.id)));
      unread = page.value.unread;
      total = page.value.total ?? total;
      isDone = page.value.items.length < 100 || isStale;
    } catch (error) {
      if (mine !== generation) return;
      isDone = true;
      note.textContent = error.message;
      if (!items.length) replace(body, empty("warning", T.errors.title, error.message));
      return;
    } finally { isLoading = false; }
    draw();
  }
  const more = () => { if (!isLoading && !isDone && items.length < 5000) load(); };
  function reload() { generation++; items = []; isDone = false; isLoading = false; total = undefined; load(); }

  async function markAll() {
    await post("/v1/notifications/read").then(() => { toast(T.history.allRead); reload(); }, (error) => toast(error.message, "error"));
  }

  async function open(id, isExplicit) {
    selected = id;
    if (isExplicit) {
      const path = `/notifications/${encodeURIComponent(id)}`;
      if (location.pathname !== path) history[isDesktop() ? "replaceState" : "pushState"]({}, "", path);
      document.body.classList.add("has-detail");
    }
    replace(detail, h("div.detail", h("div.detail-scroll", skeleton(5))));
    try {
      const value = await get(`/v1/notifications/${encodeURIComponent(id)}`);
      if (selected !== id) return;
      replace(detail, timelineView(value, back));
      if (isExplicit) detail.querySelector("h2")?.focus({ preventScroll: true });
      if (state.device && !value.notification.read_at && isExplicit && !(value.ask && value.ask.state === "pending"))
        post(`/v1/notifications/${id}/read`, {}, { quiet: true }).catch(() => {});
    } catch (error) {
      if (selected === id) replace(detail, empty("warning", T.history.missing, error.message, h("button.button", { onclick: back }, T.ask.back)));
    }
  }

  function back() {
    document.body.classList.remove("has-detail");
    if (!isDesktop()) { selected = undefined; replace(detail); }
    history.replaceState({}, "", "/history");
    list.element.focus();
    return true;
  }

  // New rows are added while the start of the list is visible, so that it does not move under the reader.
  let timer, isBehind = false;
  const catchUp = () => {
    if (!isBehind || list.element.scrollTop >= 200) return;
    isBehind = false;
    if (isStale || words || filter.category || filter.read) reload();
    else refreshFirst();
  };
  const changed = () => { isBehind = true; clearTimeout(timer); timer = setTimeout(catchUp, 600); };
  on(signal, "notification resumed", changed);
  list.element.addEventListener("scroll", catchUp, { passive: true });
  async function refreshFirst() {
    const mine = generation;
    const page = await get("/v1/notifications/history?limit=50", { quiet: true }).catch(() => undefined);
    if (!page || signal.aborted || mine !== generation) return;
    const fresh = new Set(page.items.map((item) => item.id));
    // Without a common row there is a gap, which only a new start fills.
    if (items.length && page.items.length === 50 && !items.some((item) => fresh.has(item.id))) return reload();
    items = [...page.items, ...items.filter((item) => !fresh.has(item.id))];
    ({ unread, total } = page);
    draw();
  }
  signal.addEventListener("abort", () => { clearTimeout(timer); clearTimeout(typing); list.observer.disconnect(); });
  load();
  if (first === "notifications" && params[0]) open(params[0], true);
  const move = (step) => { if (document.body.classList.contains("has-detail") && !isDesktop()) return false; list.move(step); return true; };
  return {
    focus: () => { if (first !== "notifications") list.element.focus({ preventScroll: true }); return true; },
    update: (name, rest) => { if (name === "notifications" && rest[0]) open(rest[0], true); else back(); return true; },
    keys: { j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1), PageDown: () => move(10), PageUp: () => move(-10), Home: () => move(-1e9), End: () => move(1e9),
      Enter: () => (list.active ? open(list.active, true) : false),
      Escape: () => { if (document.activeElement === search) { search.value = words = ""; draw(); if (!isStale) reload(); list.element.focus(); return true; } return back(); } },
  };
}

const stepKinds = { sent: "success", shown: "success", opened: "success", applied: "success", resolved: "success", failed: "danger", cancelled: "danger", deferred: "warning", held: "warning", folded: "warning" };

function timelineView({ notification, timeline, deliveries, devices, ask }, back) {
  const names = new Map((devices ?? []).map((device) => [device.id, device.name]));
  const nameOf = (id) => line(names.get(id) ?? T.history.unknownDevice, 60);
  const start = Date.parse(notification.created_at);
  const offset = (at) => { const distance = Date.parse(at) - start; return distance < 1000 ? `+${distance} ms` : distance < 60_000 ? `+${(distance / 1000).toFixed(1)} s` : ago(at); };
  return h("article.detail", h("div.detail-scroll",
    h("header.detail-header", h("button.icon-button.detail-back", { onclick: back, "aria-label": T.ask.back }, icon("back")),
      h("div.detail-heading", h("div.eyebrow", h("span.tag", categoryName(notification.category)), ask && pill(T.states[ask.state], outcomeKinds[ask.state]), !notification.read_at && pill(T.history.unread, "decision")),
        h("h2.detail-title", { tabindex: -1, dir: "auto" }, line(notification.title)), notification.subtitle && h("p.detail-origin", { dir: "auto" }, line(notification.subtitle)), h("p.detail-origin", timeElement(notification.created_at, dateTime(notification.created_at))))),
    h("div.note-full", { dir: "auto" }, prose(notification.body)),
    ask && h("p.ask-link", ask.state === "pending" ? h("a.button.primary", { href: `/asks/${ask.id}` }, T.history.decide) : h("a.link", { href: `/asks/${ask.id}` }, resolutionText(ask))),
    h("h3.section-title", T.history.timeline),
    h("ol.timeline", [{ at: notification.created_at, step: "accepted" }, ...timeline.filter(({ step }) => step !== "accepted" || timeline[0]?.at !== notification.created_at)].filter((entry, index, all) => !(entry.step === "accepted" && index > 0 && all[0].at === entry.at)).map((entry) =>
      h(`li.step.step-${stepKinds[entry.step] ?? "neutral"}`, h("div.step-text", h("strong", T.history.steps[entry.step] ?? entry.step), entry.device_id && h("span.step-device", nameOf(entry.device_id)), entry.detail && h("p.hint", { dir: "auto" }, line(entry.detail, 240))),
        h("time.mono", { datetime: entry.at, title: exactTime(entry.at) }, offset(entry.at))))),
    h("h3.section-title", T.history.deliveries),
    deliveries.length ? h("div.table-wrap", { role: "region", tabindex: 0, "aria-label": T.history.deliveries }, h("table", h("thead", h("tr", [T.history.device, T.history.purpose, T.history.state, T.history.attempts].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", deliveries.map((delivery) => h("tr", h("td", nameOf(delivery.device_id)), h("td", T.history.purposes[delivery.purpose] ?? delivery.purpose), h("td", pill(T.history.deliveryStates[delivery.state], { sent: "success", failed: "danger", cancelled: "neutral" }[delivery.state] ?? "decision"), delivery.next_attempt_at && h("span.hint", T.history.nextAttempt(clockTime(delivery.next_attempt_at)))), h("td.number", number(delivery.attempts)))))))
      : h("p.hint", T.history.noDeliveries),
    h("details.proof", h("summary", T.history.details), h("dl.pairs", [[T.ask.id, notification.id], [T.history.session, notification.session_id], [T.history.thread, notification.thread], [T.history.expires, dateTime(notification.expires_at)], [T.history.link, notification.deep_link]].filter(([, value]) => value).map(([name, value]) => h("div", h("dt", name), h("dd.mono", { dir: "auto" }, line(value, 300))))))));
}

// Sessions

const sessionKinds = { running: "success", waiting: "decision", completed: "neutral", failed: "danger" };

export function sessionsView({ root, first, params, signal }) {
  let selected = params[0], isStale = false, isLoaded = false;
  const pane = h("section.page", { "aria-label": T.nav.sessions });
  root.append(pane);

  function draw() {
    if (signal.aborted) return;
    if (selected) return drawOne();
    const open = state.sessions.filter(({ status }) => status === "running" || status === "waiting");
    const ended = state.sessions.filter((session) => !open.includes(session));
    replace(pane, h("header.page-header", h("h1", T.nav.sessions), h("p.lead", isStale ? T.history.stale : T.sessions.lead)),
      !state.sessions.length ? (isLoaded ? empty("sessions", T.sessions.empty, T.sessions.emptyBody) : skeleton(3))
        : [section(T.sessions.open, open), section(T.sessions.ended, ended)]);
  }

  const section = (title, sessions) => sessions.length > 0 && h("section", h("h2.section-title", title, " ", h("span.count-plain", sessions.length)), h("ul.cards", sessions.map(card)));

  function card(session) {
    const asks = state.asks.filter((ask) => ask.session_id === session.id && ask.state === "pending").length;
    return h("li", h("a.card.session", { href: `/sessions/${encodeURIComponent(session.id)}` },
      h("div.card-top", h("span.card-title", { dir: "auto" }, line(session.title, 120)), pill(T.sessions.states[session.status], sessionKinds[session.status])),
      h("p.hint", [session.origin.agent, session.origin.project, session.origin.host].filter(Boolean).map((part) => line(part, 60)).join(" · ")),
      session.operation && h("p.operation", { dir: "auto" }, line(session.operation, 160)),
      progress(session),
      h("div.card-bottom", h("span.hint", T.sessions.updated(ago(session.updated_at))), asks > 0 && h("span.pill.pill-decision", T.inbox.pending(asks)))));
  }

  const progress = ({ progress }) => progress && h("div.progress-row",
    h("progress", { max: Math.max(1, progress.total), value: progress.completed, "aria-label": T.sessions.progressLabel }),
    h("span.hint.number", T.sessions.progress(progress.completed, progress.total)), progress.current_task && h("span.hint.task", { dir: "auto" }, line(progress.current_task, 120)));

  async function drawOne() {
    const id = selected;
    let session = state.sessions.find((other) => other.id === id);
    const [detail, page] = await Promise.allSettled([get(`/v1/sessions/${encodeURIComponent(id)}`), get(`/v1/notifications/history${query({ session: id, limit: 50 })}`)]);
    if (signal.aborted || selected !== id) return;
    session = detail.value?.session ?? detail.value ?? session;
    const activities = detail.value?.live_activities ?? [];
    const backLink = h("a.link.back-link", { href: "/sessions" }, icon("back", 16), T.nav.sessions);
    if (!session) { replace(pane, backLink, empty("warning", T.sessions.missing, detail.reason?.message)); return; }
    replace(pane, backLink, h("header.page-header", h("div.eyebrow", pill(T.sessions.states[session.status], sessionKinds[session.status])), h("h1", { dir: "auto" }, line(session.title)), h("p.lead", [session.origin.agent, session.origin.project, session.origin.host, session.origin.folder].filter(Boolean).map((part) => line(part, 80)).join(" · "))),
      h("div.panel", session.operation && h("p.operation", { dir: "auto" }, line(session.operation, 300)), progress(session), h("p.hint", T.sessions.started(dateTime(session.started_at)), " · ", T.sessions.updated(ago(session.updated_at))), activities.length > 0 && h("p.hint", T.sessions.activities(activities.length))),
      h("h2.section-title", T.sessions.events),
      page.value?.items.length ? h("ul.plain-list", page.value.items.map((item) => h("li", h("a.note-line", { href: item.ask_id ? `/asks/${item.ask_id}` : `/notifications/${item.id}` }, icon(categoryIcon(item.category), 18), h("span.note-title", { dir: "auto" }, line(item.title, 120)), h("span.hint", { dir: "auto" }, line(item.body.replace(/^⚠ .*\n/gm, ""), 120)), timeElement(item.created_at))))) : h("p.hint", T.sessions.noEvents));
  }

  on(signal, "sessions asks", ({ detail }) => { if (!selected || !detail || detail.id === selected || detail.session_id === selected) draw(); });
  loadSessions().then((stale) => { isStale = stale; isLoaded = true; draw(); }, () => { isLoaded = true; draw(); });
  draw();
  const links = () => [...pane.querySelectorAll("a.card, a.note-line")];
  const move = (step) => { const all = links(); if (!all.length) return false; const index = all.indexOf(document.activeElement); all[Math.max(0, Math.min(all.length - 1, index < 0 ? 0 : index + step))].focus(); return true; };
  return {
    update: (name, rest) => { selected = rest[0]; draw(); return true; },
    keys: { j: () => move(1), k: () => move(-1), Escape: () => { if (!selected) return false; history.pushState({}, "", "/sessions"); selected = undefined; draw(); return true; } },
  };
}
