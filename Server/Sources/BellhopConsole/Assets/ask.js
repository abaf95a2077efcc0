// The page of one ask: everything for a decision, and the decision.
import "./signing.js";
import { T, ago, announce, clockTime, countdown, h, icon, pill, replace, timeElement, toast } from "./dom.js";
import { answer, answerObstacle, timeLeft } from "./device.js";
import { findAsk, get, isPending, pendingAsks, state } from "./state.js";
import { Review, line, prose, sanitize } from "./review.js";

const { digest, fingerprint, wellFormed } = self.bellhopSigning;

export const outcomeKinds = { approved: "success", denied: "danger", answered: "success", expired: "neutral", withdrawn: "neutral", pending: "decision" };

/** An ask that decides about a new device. Only the server creates such asks. */
export const isEnrolment = (ask) => ask.input.startsWith("bellhop-enrolment/");
export const originOf = (ask) => [ask.origin.agent, ask.origin.project, ask.origin.host].filter(Boolean).map((part) => line(part, 60)).join(" · ");
/** Warnings of the sender. */
export const warningLines = (ask) => {
  const rows = ask.body.split("\n");
  const end = rows.findIndex((row) => !row.startsWith("⚠ "));
  return rows.slice(0, end < 0 ? rows.length : end).map((row) => line(row.slice(2))).filter((row) => !/characters not shown$/.test(row));
};

/** The page of one ask: everything for a decision, and the decision. */
export function askDetail(ask, { back, next }) {
  // The text on the screen and its digest: an answer signs these, even if the server later sends others.
  const shown = { id: ask.id, input: ask.input, input_digest: ask.input_digest, deadline: ask.deadline };
  let phase = "idle", problem, digestState = "checking", warnedSoon = false, review, session, earlier = [];
  const isQuestion = ask.questions.length > 0;
  const signals = new AbortController();
  const scroller = h("div.detail-scroll", { tabindex: -1 });
  const decision = h("footer.decision", { "aria-label": T.ask.decision });
  const clock = h("span.countdown"), eyebrow = h("div.eyebrow");
  const bar = h("div.deadline-bar", { "aria-hidden": "true" }, h("span"));
  const heading = h("h2.detail-title", { tabindex: -1, dir: "auto" }, isQuestion && ask.questions[0].text === ask.title ? T.inbox.question : line(ask.title));
  const element = h("article.detail", bar, scroller, decision);
  const warnings = h("div.warnings");
  const context = h("section.context", { "aria-label": T.ask.context });
  const replies = ask.questions.map(() => ({ selected: [], text: "" }));
  const remember = new Set();
  // A rule is offered only if it is shown exactly.
  const rules = (ask.rules ?? []).filter(({ text }) => sanitize(text).text === text && !sanitize(text).warnings.length && !/\n/.test(text));
  const approve = h("button.button.primary.large", { onclick: () => send(approval()), "aria-keyshortcuts": "a" });
  const reading = h("p.reading", { role: "status" });
  const composer = { isOpen: false };

  const approval = () => {
    const chosen = rules.filter((_, index) => remember.has(index)).map(({ scope, text }) => ({ scope, text }));
    return chosen.length ? { decision: "approve", remember: chosen } : { decision: "approve" };
  };
  const denyWith = () => new Set(ask.deny_with ?? ["message"]);

  function build() {
    if (!isQuestion) review = new Review(ask, scroller, () => drawDecision());
    const agentSays = ask.agent_says && prose(ask.agent_says);
    replace(scroller,
      h("header.detail-header",
        h("button.icon-button.detail-back", { onclick: back, "aria-label": T.ask.back }, icon("back")),
        h("div.detail-heading", eyebrow,
          heading, h("p.detail-origin", originOf(ask), originOf(ask) && " · ", timeElement(ask.created_at), ask.origin.folder && h("span.folder", { dir: "auto" }, line(ask.origin.folder, 120))))),
      warnings,
      agentSays && h("blockquote.agent-says", h("span.agent-label", T.ask.agentSays(line(ask.origin.agent ?? T.ask.agent, 40))), h("p", { dir: "auto" }, agentSays)),
      isEnrolment(ask) && fingerprintPanel(),
      isQuestion ? questions() : review.element,
      ruleList(),
      context,
      h("details.proof", h("summary", T.ask.proof), h("dl.pairs", pair(T.ask.digest, ask.input_digest), pair(T.ask.id, ask.id), pair(T.ask.deadline, `${clockTime(ask.deadline)}`), isQuestion && pair(T.ask.input, prose(ask.input)))));
    drawWarnings();
  }

  const pair = (name, value) => h("div", h("dt", name), h("dd.mono", { dir: "auto" }, value));

  /** The fingerprint of the new device's key, which the person compares. It is computed here. */
  function fingerprintPanel() {
    const key = /^key (.*)$/m.exec(ask.input)?.[1], print = h("output.big-code.mono", { "aria-label": T.device.fingerprint });
    if (key && globalThis.crypto?.subtle) fingerprint(key).then((value) => (print.textContent = value)).catch(() => {});
    return h("div.panel.code-panel", h("p", T.ask.compare), print);
  }

  function drawWarnings() {
    const all = [...warningLines(ask), ...(review?.warnings ?? [])];
    if (digestState === "wrong") all.unshift(T.warnings.digest);
    replace(warnings, all.length ? h("div.callout.callout-danger", { role: "note" }, icon("warning"), h("div", h("strong", T.ask.warnings(all.length)), h("ul", all.map((text) => h("li", text))))) : undefined);
  }

  function ruleList() {
    if (!rules.length) return undefined;
    return h("details.more.rules", h("summary", T.ask.rules(rules.length)), rules.map((rule, index) =>
      h("label.rule", h("input", { type: "checkbox", onchange: ({ target }) => { target.checked ? remember.add(index) : remember.delete(index); drawDecision(); } }),
        h("span", h("code", { dir: "auto" }, rule.text), h("span.hint", T.ask.scopes[rule.scope] ?? rule.scope)))));
  }

  function questions() {
    return h("div.questions", ask.questions.map((question, index) => {
      const name = `q${index}-${ask.id}`;
      return h("fieldset.question", h("legend", question.header && h("span.question-header", line(question.header, 60)), h("span", { dir: "auto" }, prose(question.text))),
        question.options.map((option, at) => h("label.option",
          h("input", { type: question.multi_select ? "checkbox" : "radio", name, onchange: ({ target }) => {
            const reply = replies[index];
            if (!question.multi_select) reply.selected = [option.label];
            else reply.selected = question.options.map(({ label }) => label).filter((label) => label === option.label ? target.checked : reply.selected.includes(label));
            drawDecision();
          } }),
          h("span", h("span.option-label", { dir: "auto" }, sanitize(option.label).text), option.description && h("span.hint", { dir: "auto" }, sanitize(option.description).text)),
          at < 9 && ask.questions.length === 1 && h("kbd", { "aria-hidden": "true" }, at + 1))),
        question.allows_text && h("textarea", { rows: 2, "aria-label": T.ask.replyText, placeholder: question.options.length ? T.ask.replyOther : T.ask.replyText, oninput: ({ target }) => { replies[index].text = target.value; drawDecision(); },
          onkeydown: (event) => { if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) { event.preventDefault(); sendReply(); } } }));
    }));
  }

  const replyIsComplete = () => replies.every((reply) => reply.selected.length || reply.text.trim());
  function sendReply() {
    if (!replyIsComplete() || answerObstacle()) return;
    send({ decision: "reply", replies: replies.map(({ selected, text }) => (text.trim() ? { selected, text: wellFormed(text.trim()) } : { selected })) });
  }

  /** The reason why Approve is disabled; `undefined` if it is enabled. */
  function obstacle() {
    const blocked = answerObstacle();
    if (blocked) return { kind: blocked, text: T.ask.blocked[blocked] };
    if (digestState === "wrong") return { kind: "digest", text: T.warnings.digest };
    if (digestState !== "right") return { kind: "checking", text: T.ask.checking };
    if (!isQuestion && !review.isComplete) return { kind: "unread", text: T.ask.unread(review.remaining, review.total) };
    if (review?.needsReveal) return { kind: "masked", text: T.ask.masked };
    return undefined;
  }

  let drawn;
  function drawDecision(force = false) {
    if (!isPending(ask)) return drawResult();
    const blocked = obstacle();
    const key = JSON.stringify([phase, blocked?.text, composer.isOpen, problem, isQuestion && replyIsComplete(), remember.size]);
    if (key === drawn && !force) return;
    drawn = key;
    drawState("pending");
    const hadFocus = decision.contains(document.activeElement) ? document.activeElement.dataset.role : undefined;
    const isSending = phase === "sending";
    if (composer.isOpen) { updateComposer(); return; }
    const canAnswer = !answerObstacle() && !isSending;
    approve.disabled = Boolean(blocked) || isSending;
    approve.dataset.role = "approve";
    replace(approve, isSending ? h("span.spinner", { "aria-hidden": "true" }) : icon("check", 18), isSending ? T.ask.sending : remember.size ? T.ask.approveAndRemember(remember.size) : T.ask.approve, !isSending && h("kbd", { "aria-hidden": "true" }, "a"));
    replace(reading, blocked ? [icon({ unread: "history", offline: "offline", unpaired: "key", waiting: "key", masked: "lock" }[blocked.kind] ?? "lock", 16), h("span", blocked.text),
      ["unpaired", "removed"].includes(blocked.kind) && h("a.link", { href: "/pair" }, T.device.pairLink), blocked.kind === "unread" && h("button.link", { onclick: readOn, data: { role: "read" } }, T.ask.readOn), blocked.kind === "masked" && h("button.link", { onclick: () => review.reveal() }, T.review.reveal)] : undefined);
    replace(decision, problem && h("p.callout.callout-danger.compact", { role: "alert" }, icon("warning", 16), h("span", problem)), reading,
      h("div.decision-buttons", isQuestion
        ? [h("button.button.primary.large", { disabled: !canAnswer || !replyIsComplete(), onclick: sendReply, data: { role: "reply" } }, icon("check", 18), isSending ? T.ask.sending : T.ask.reply),
          h("button.button.large", { disabled: !canAnswer, onclick: openComposer, data: { role: "deny" } }, T.ask.decline, h("kbd", { "aria-hidden": "true" }, "d"))]
        : [approve,
          h("button.button.danger.large", { disabled: !canAnswer, onclick: () => send({ decision: "deny" }), data: { role: "deny" } }, icon("close", 18), T.ask.deny),
          denyWith().size > 0 && h("button.button.large.quiet.deny-words", { disabled: !canAnswer, onclick: openComposer, data: { role: "words" }, "aria-keyshortcuts": "d" }, T.ask.denyWords, h("kbd", { "aria-hidden": "true" }, "d"))]));
    if (hadFocus) (decision.querySelector(`[data-role=${hadFocus}]:not(:disabled)`) ?? heading).focus({ preventScroll: true });
  }

  function openComposer() {
    if (answerObstacle() || phase === "sending" || !isPending(ask)) return;
    composer.isOpen = true;
    const allowed = denyWith();
    composer.text = allowed.has("message") ? h("textarea", { rows: 3, placeholder: T.ask.denyPlaceholder, "aria-label": T.ask.denyLabel, maxlength: 4000,
      onkeydown: (event) => { if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); sendDenial(); } } }) : undefined;
    composer.stop = allowed.has("interrupt") ? h("input", { type: "checkbox" }) : undefined;
    composer.error = h("p.callout.callout-danger.compact", { role: "alert", hidden: true });
    composer.button = h("button.button.danger-solid.large", { onclick: sendDenial }, icon("close", 18), T.ask.deny, h("kbd", { "aria-hidden": "true" }, "↵"));
    replace(decision, h("div.composer", composer.error, composer.text, composer.stop && h("label.check", composer.stop, T.ask.interrupt),
      h("div.decision-buttons", composer.button, h("button.button.large.quiet", { onclick: closeComposer }, T.common.cancel, h("kbd", { "aria-hidden": "true" }, "Esc")))));
    (composer.text ?? composer.button).focus();
  }

  function updateComposer() {
    composer.button.disabled = phase === "sending" || Boolean(answerObstacle());
    const text = problem ?? (answerObstacle() ? T.ask.blocked[answerObstacle()] : undefined);
    composer.error.hidden = !text;
    replace(composer.error, text && [icon("warning", 16), h("span", text)]);
  }

  function closeComposer() {
    composer.isOpen = false;
    drawDecision(true);
    heading.focus({ preventScroll: true });
  }

  function sendDenial() {
    const message = composer.text ? wellFormed(composer.text.value.trim()) : "";
    send({ decision: "deny", ...(message ? { message } : {}), ...(composer.stop?.checked ? { interrupt: true } : {}) });
  }

  async function send(value) {
    if (phase === "sending" || answerObstacle() || (value.decision === "approve" && obstacle())) return;
    phase = "sending";
    problem = undefined;
    drawDecision(true);
    try {
      const ended = await answer(shown, value);
      phase = "done";
      composer.isOpen = false;
      ask = ended;
      drawResult();
      announce(T.states[ended.state]);
    } catch (error) {
      phase = "idle";
      const latest = findAsk(ask.id);
      if (latest && latest.state !== "pending") { composer.isOpen = false; ask = latest; drawResult(); }
      else { problem = error.message; drawDecision(true); }
      if (error.status !== 409) announce(error.message, true);
      else toast(T.ask.conflict(resolutionText(findAsk(ask.id) ?? ask)), "error");
    }
  }

  /** A clock that was corrected can make an expired ask pending again. */
  function drawState(shown) {
    bar.hidden = shown !== "pending";
    replace(eyebrow, pill(T.states[shown], outcomeKinds[shown]), ask.tool_name && h("span.tag", line(ask.tool_name, 60)), shown === "pending" && clock);
  }

  function drawResult() {
    const ended = ask.state === "pending" ? "expired" : ask.state;
    const key = JSON.stringify([ended, ask.applied_at, pendingAsks().length > 0]);
    if (key === drawn) return;
    drawn = key;
    const hadFocus = decision.contains(document.activeElement);
    const words = ask.resolution?.answer?.answer.message;
    replace(decision, h(`div.result.result-${outcomeKinds[ended]}`, icon(ended === "denied" ? "close" : ended === "expired" || ended === "withdrawn" ? "clock" : "check"),
      h("div", h("strong", resolutionText(ask)), words && h("p.result-words", { dir: "auto" }, `“${prose(words)}”`), h("p.hint", ask.applied_at ? T.ask.applied(ago(ask.applied_at)) : ["approved", "denied", "answered"].includes(ended) ? T.ask.notApplied : "")),
      pendingAsks().length > 0 && h("button.button", { onclick: next, data: { role: "next" } }, T.ask.next, h("kbd", { "aria-hidden": "true" }, "n"))));
    drawState(ended);
    if (hadFocus) decision.querySelector("button")?.focus();
  }

  function drawContext() {
    if (!ask.session_id) return;
    const others = earlier.filter((notification) => notification.ask_id !== ask.id).slice(0, 4);
    replace(context, session && h("h3.section-title", T.ask.session),
      session && h("a.session-card", { href: `/sessions/${encodeURIComponent(session.id)}` },
        h("span.session-title", { dir: "auto" }, line(session.title, 120)), pill(T.sessions.states[session.status] ?? session.status, { waiting: "decision", running: "success", failed: "danger" }[session.status] ?? "neutral"),
        session.operation && h("span.hint", { dir: "auto" }, line(session.operation, 160)),
        session.progress && h("span.hint", T.sessions.progress(session.progress.completed, session.progress.total))),
      others.length > 0 && [h("h3.section-title", T.ask.before), h("ol.before", others.map((notification) =>
        h("li", timeElement(notification.created_at, clockTime(notification.created_at)), h("a", { href: `/notifications/${notification.id}`, dir: "auto" }, line(notification.title, 100)), h("span.hint", { dir: "auto" }, line(notification.body, 140)))))]);
  }

  async function loadContext() {
    if (!ask.session_id) return;
    const id = encodeURIComponent(ask.session_id);
    const [found, page] = await Promise.allSettled([get(`/v1/sessions/${id}`, { quiet: true }), get(`/v1/notifications/history?session=${id}&limit=6&until=${encodeURIComponent(ask.created_at)}`, { quiet: true })]);
    if (signals.signal.aborted) return;
    session = found.value?.session ?? found.value ?? state.sessions.find(({ id: other }) => other === ask.session_id);
    earlier = page.value?.items ?? [];
    drawContext();
  }

  function readOn() {
    if (isQuestion || !review) return false;
    const target = review.nextUnseen;
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    if (target) target.scrollIntoView({ block: "start", behavior });
    else scroller.scrollBy({ top: scroller.clientHeight * 0.8, behavior });
    return true;
  }

  build();
  const self_ = {
    element,
    start() {
      drawDecision(true);
      this.tick();
      loadContext();
      if (!globalThis.crypto?.subtle) { digestState = "unchecked"; drawDecision(); return; }
      digest(shown.input, ask.nonce).then((value) => { digestState = digestState === "checking" && value === shown.input_digest ? "right" : "wrong"; drawWarnings(); drawDecision(); });
    },
    get isOpen() { return ask.state === "pending"; },
    end() { signals.abort(); review?.end(); },
    focus() { heading.focus({ preventScroll: true }); },
    update(latest) {
      if (!latest || latest.id !== ask.id) return;
      const wasPending = ask.state === "pending";
      ask = latest;
      if (latest.input !== shown.input || latest.input_digest !== shown.input_digest || latest.deadline !== shown.deadline) { digestState = "wrong"; drawWarnings(); }
      if (wasPending && latest.state !== "pending" && phase !== "sending") { composer.isOpen = false; announce(resolutionText(latest)); }
      if (session) { session = state.sessions.find(({ id }) => id === ask.session_id) ?? session; drawContext(); }
      if (phase !== "sending") isPending(ask) ? drawDecision() : drawResult();
    },
    tick() {
      if (ask.state !== "pending") { clock.textContent = ""; return; }
      const left = timeLeft(ask), whole = Date.parse(ask.deadline) - Date.parse(ask.created_at);
      clock.textContent = left > 0 ? T.ask.left(countdown(left)) : "";
      clock.classList.toggle("is-soon", left < 30_000);
      bar.firstChild.style.transform = `scaleX(${Math.max(0, Math.min(1, left / whole))})`;
      bar.classList.toggle("is-soon", left < 30_000);
      if (left < 30_000 && left > 0 && !warnedSoon) { warnedSoon = true; announce(T.ask.soon, true); }
      if (left <= 0) drawResult();
    },
    /** The first key reads on or moves to the button; Enter then approves. */
    approveKey() {
      if (!isPending(ask)) return false;
      if (isQuestion) { scroller.querySelector("input, textarea")?.focus(); return true; }
      const blocked = obstacle();
      if (blocked?.kind === "unread") { readOn(); announce(blocked.text); return true; }
      if (blocked) { announce(blocked.text, true); decision.classList.remove("is-refused"); void decision.offsetWidth; decision.classList.add("is-refused"); return true; }
      approve.focus();
      announce(T.ask.armed);
      return true;
    },
    denyKey() { openComposer(); return true; },
    readOn,
    choose(number) {
      const input = ask.questions.length === 1 ? scroller.querySelectorAll(".option input")[number - 1] : undefined;
      if (!input || !isPending(ask)) return false;
      input.click();
      input.focus({ preventScroll: true });
      return true;
    },
    escape() { if (!composer.isOpen) return false; closeComposer(); return true; },
  };
  return self_;
}

/** What happened to an ask, such as "Approved on Ada's iPhone, 2 min ago". */
export function resolutionText(ask) {
  const { resolution } = ask;
  if (!resolution) return T.states.expired;
  const name = resolution.answer?.device_name;
  if (name) return T.ask.resolvedOn(T.states[resolution.state], resolution.answer.device_id === state.device?.id ? T.ask.here : line(name, 60), ago(resolution.at));
  return resolution.reason ? T.ask.withdrawn[resolution.reason] ?? T.states.withdrawn : T.states[resolution.state];
}
