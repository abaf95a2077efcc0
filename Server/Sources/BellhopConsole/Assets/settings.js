// Preferences with quiet hours, and schedules.
import { T, ago, confirmDialog, dateTime, empty, field, h, icon, pill, replace, skeleton, timeElement, toast, toggle } from "./dom.js";
import { api, get, post } from "./state.js";
import "./signing.js";
import { line } from "./review.js";
import { categoryName } from "./history.js";

const { storage } = self.bellhopSigning;
const PATH = "/v1/users/notification-preferences";
const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function preferencesView({ root, signal }) {
  const page = h("section.page.narrow", { "aria-label": T.nav.preferences }, h("header.page-header", h("h1", T.nav.preferences), h("p.lead", T.preferences.lead)), skeleton(5));
  root.append(page);
  let current;

  async function load() {
    try { current = await get(PATH); draw(); }
    catch (error) { replace(page, h("header.page-header", h("h1", T.nav.preferences)), empty("warning", T.errors.title, error.message)); }
  }

  /** Reads the document, changes it and puts it back, so that changes from other devices are kept. */
  async function change(edit, control) {
    try {
      const latest = await get(PATH);
      edit(latest);
      current = await api("PUT", PATH, latest) ?? latest;
      toast(T.preferences.saved);
      return true;
    } catch (error) {
      if (control?.type === "checkbox") control.checked = !control.checked;
      toast(error.message, "error");
      return false;
    }
  }

  const switchFor = (group, name, label, hint) => toggle(label, current[group]?.[name] !== false, (value, control) => change((document_) => { document_[group] ??= {}; document_[group][name] = value; }, control), hint);

  function draw() {
    if (signal.aborted) return;
    const quiet = current.quiet_hours;
    const cap = current.frequency_cap;
    let fromPush;
    replace(page, h("header.page-header", h("h1", T.nav.preferences), h("p.lead", T.preferences.lead)),
      group(T.preferences.agents, T.preferences.agentsHint, ["APPROVAL_REQUEST", "QUESTION_ASKED", "TASK_COMPLETE", "TASK_ERROR", "SESSION_STATUS"].map((id) => switchFor("categories", id, T.categories[id], T.preferences.hints[id]))),
      group(T.preferences.types, undefined, Object.keys(T.preferences.typeNames).map((id) => switchFor("preferences", id, T.preferences.typeNames[id]))),
      group(T.preferences.quiet, T.preferences.quietHint, quietForm(quiet)),
      group(T.preferences.cap, T.preferences.capHint, capForm(cap)),
      group(T.preferences.mutes, undefined, current.mutes?.length ? h("ul.plain-list", current.mutes.map((mute) => h("li.session-line", h("span.grow", `${T.preferences.muteKinds[mute.session ? "session" : mute.topic ? "topic" : "thread"]}: `, h("span.mono", line(mute.session ?? mute.topic ?? mute.thread, 80)), h("span.hint", mute.until ? T.preferences.until(dateTime(mute.until)) : T.preferences.always)),
        h("button.button.small", { onclick: async () => { if (await change((document_) => { document_.mutes = (document_.mutes ?? []).filter((other) => JSON.stringify([other.session, other.topic, other.thread]) !== JSON.stringify([mute.session, mute.topic, mute.thread])); })) draw(); } }, T.preferences.unmute)))) : h("p.hint.pad", T.preferences.noMutes)),
      group(T.preferences.browser, T.preferences.browserHint, [
        toggle(T.preferences.shortcuts, localStorage.getItem("shortcuts") !== "off", (value) => localStorage.setItem("shortcuts", value ? "on" : "off"), T.preferences.shortcutsHint),
        fromPush = toggle(T.preferences.approveFromPush, true, async (value) => { await storage.set("approveFromPush", value).catch(() => {}); }, T.preferences.approveFromPushHint)]));
    storage.get("approveFromPush").then((value) => { fromPush.querySelector("input").checked = value !== false; }).catch(() => {});
  }

  const group = (title, hint, content) => h("section.settings", h("h2.section-title", title), hint && h("p.hint", hint), h("div.panel.flush", content));

  function quietForm(quiet) {
    const start = h("input", { type: "time", value: quiet?.start ?? "22:00", required: true }), end = h("input", { type: "time", value: quiet?.end ?? "07:00", required: true });
    const zone = h("input", { value: quiet?.time_zone ?? here, spellcheck: "false" });
    const chosen = new Set(quiet?.days ?? days);
    const urgent = h("input", { type: "checkbox", role: "switch", checked: quiet?.allow_time_sensitive ?? true }), asks = h("input", { type: "checkbox", role: "switch", checked: quiet?.allow_asks ?? quiet?.allow_time_sensitive ?? true });
    const fields = h("form.quiet-form", { onsubmit: async (event) => {
      event.preventDefault();
      await change((document_) => { document_.quiet_hours = { start: start.value, end: end.value, ...(chosen.size < 7 ? { days: days.filter((day) => chosen.has(day)) } : {}), time_zone: zone.value.trim() || here, allow_time_sensitive: urgent.checked, allow_asks: asks.checked }; });
      draw();
    } },
      h("div.time-row", field(T.preferences.from, start), field(T.preferences.to, end), field(T.preferences.zone, zone)),
      h("fieldset.days", h("legend", T.preferences.days), days.map((day) => h("label.day", h("input", { type: "checkbox", checked: chosen.has(day), onchange: ({ target }) => (target.checked ? chosen.add(day) : chosen.delete(day)) }), h("span", T.preferences.dayNames[day])))),
      h("label.toggle", h("span.toggle-text", T.preferences.allowAsks), asks), h("label.toggle", h("span.toggle-text", T.preferences.allowUrgent), urgent),
      h("div.form-actions", h("button.button.primary", quiet ? T.common.save : T.preferences.quietOn), quiet && h("button.button", { type: "button", onclick: async () => { if (await change((document_) => { delete document_.quiet_hours; })) draw(); } }, T.preferences.quietOff)));
    return quiet ? [h("p.state-line", pill(T.preferences.on, "success"), T.preferences.quietState(quiet.start, quiet.end, quiet.time_zone)), fields] : h("details.more.pad", h("summary", T.preferences.quietNone), fields);
  }

  function capForm(cap) {
    const limit = h("input", { type: "number", min: 1, max: 1000, value: cap?.limit ?? 10, required: true });
    const period = h("select", [[3600, T.preferences.hour], [86400, T.preferences.day], [604800, T.preferences.week], ...(cap && ![3600, 86400, 604800].includes(cap.seconds) ? [[cap.seconds, T.preferences.seconds(cap.seconds)]] : [])].map(([value, text]) => h("option", { value, selected: value === (cap?.seconds ?? 3600) }, text)));
    return h("form.quiet-form", { onsubmit: async (event) => { event.preventDefault(); if (await change((document_) => { document_.frequency_cap = { limit: Number(limit.value), seconds: Number(period.value) }; })) draw(); } },
      h("div.time-row", field(T.preferences.atMost, limit), field(T.preferences.per, period)), h("div.form-actions", h("button.button", cap ? T.common.save : T.preferences.capOn), cap && h("button.button", { type: "button", onclick: async () => { if (await change((document_) => { delete document_.frequency_cap; })) draw(); } }, T.preferences.capOff)));
  }

  load();
  return { keys: {} };
}

// Schedules

const scheduleKinds = { waiting: "decision", done: "success", missed: "danger", cancelled: "neutral" };
export const audience = (to) => to?.user ? line(to.user, 60) : to?.topic ? T.send.topicName(line(to.topic, 60)) : to?.everyone ? T.send.everyone : T.send.users(to?.user_count ?? to?.users?.length ?? to?.recipients?.length ?? 0);

export function schedulesView({ root, signal }) {
  const box = h("div", skeleton(3)), formBox = h("div");
  root.append(h("section.page", { "aria-label": T.nav.schedules }, h("header.page-header", h("div.header-row", h("h1", T.nav.schedules), h("button.button.primary", { onclick: form }, icon("schedules", 16), T.schedules.create)), h("p.lead", T.schedules.lead)), formBox, box));

  async function load() {
    try {
      const { items } = await get("/v1/notifications/scheduled?limit=100");
      if (signal.aborted) return;
      const waiting = items.filter(({ state }) => state === "waiting"), ended = items.filter(({ state }) => state !== "waiting");
      replace(box, !items.length && empty("schedules", T.schedules.empty, T.schedules.emptyBody), waiting.length > 0 && [h("h2.section-title", T.schedules.waiting), h("ul.cards", waiting.map(card))], ended.length > 0 && [h("h2.section-title", T.schedules.ended), h("ul.cards", ended.map(card))]);
    } catch (error) { replace(box, empty("warning", T.errors.title, error.message)); }
  }

  function card(schedule) {
    const { when, notification } = schedule;
    return h("li", h("div.card", h("div.card-top", h("span.card-title", { dir: "auto" }, line(notification.title, 100)), pill(T.schedules.states[schedule.state], scheduleKinds[schedule.state])),
      h("p.hint", { dir: "auto" }, line(notification.body, 160)),
      h("dl.pairs", pairRow(T.schedules.next, schedule.next && [dateTime(schedule.next), h("span.hint", ` ${ago(schedule.next)}`)]), pairRow(T.schedules.repeat, when.repeat ? T.schedules.every[when.repeat.every](when.repeat.on?.map((day) => T.preferences.dayNames[day]).join(", ")) : T.schedules.once), pairRow(T.send.to, audience(schedule.to)), pairRow(T.schedules.lastSent, schedule.last_sent && timeElement(schedule.last_sent))),
      schedule.state === "waiting" && h("div.card-actions", h("button.button.small.danger", { onclick: async () => { if (await confirmDialog({ title: T.schedules.cancelTitle, body: line(notification.title, 100), action: T.schedules.cancel })) await api("DELETE", `/v1/notifications/schedule/${schedule.id}`).then(load, (error) => toast(error.message, "error")); } }, T.schedules.cancel))));
  }
  const pairRow = (name, value) => value && h("div", h("dt", name), h("dd", value));

  function form() {
    const title = h("input", { required: true, maxlength: 200 }), body = h("textarea", { required: true, rows: 2, maxlength: 4000 });
    const soon = new Date(Date.now() + 36e5 - new Date().getTimezoneOffset() * 6e4).toISOString().slice(0, 16);
    const at = h("input", { type: "datetime-local", required: true, value: soon });
    const repeat = h("select", [["", T.schedules.once], ["day", T.schedules.every.day()], ["week", T.schedules.every.week()]].map(([value, text]) => h("option", { value }, text)));
    replace(formBox, h("form.panel.stack", { onsubmit: async (event) => {
      event.preventDefault();
      const when = { at: `${at.value}:00`, time_zone: here, ...(repeat.value ? { repeat: { every: repeat.value } } : {}) };
      await post("/v1/notifications/schedule", { notification: { title: title.value, body: body.value, category: "reminder" }, when }).then(() => { replace(formBox); toast(T.schedules.created); load(); }, (error) => toast(error.message, "error"));
    } }, field(T.send.titleLabel, title), field(T.send.bodyLabel, body), h("div.time-row", field(T.schedules.at, at, here), field(T.schedules.repeat, repeat)), h("div.form-actions", h("button.button.primary", T.schedules.create), h("button.button", { type: "button", onclick: () => replace(formBox) }, T.common.cancel))));
    title.focus();
  }
  load();
  return { keys: {} };
}
