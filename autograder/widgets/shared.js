// What the pictures of this course have in common. It is put before a picture's own module, and loads nothing.

const escaped = (text) =>
  String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
const number = (n) => n.toLocaleString("en-US");
const fixed = (n) => Number(n.toFixed(2));
const counted = (n, one) => `${number(n)} ${one}${n === 1 ? "" : "s"}`;

/** Kinds of messages: what they are called, and their pattern, so that nothing rests on colour alone. */
const ROLES = {
  S: ["system", '<path d="M0 3H6" class="cw-ink"/>'],
  U: ["user", ""],
  A: ["assistant", '<circle cx="3" cy="3" r="1.2" class="cw-dot"/>'],
  T: ["tool result", '<path d="M-1 7L7 -1M-1 1L1 -1M5 7L7 5" class="cw-ink"/>'],
  C: ["summary", '<path d="M0 0L6 6M6 0L0 6" class="cw-ink"/>'],
  K: ["task state", '<path d="M3 0V6" class="cw-ink"/>'],
  "?": ["another role", '<path d="M0 0H3V3H0Z" class="cw-dot"/>'],
};

const patterns = (id) =>
  Object.entries(ROLES)
    .map(
      ([letter, [, ink]]) =>
        `<pattern id="${id}-${letter.charCodeAt(0)}" width="6" height="6" patternUnits="userSpaceOnUse">` +
        `<rect width="6" height="6" class="cw-${letter.charCodeAt(0)}"/>${ink}</pattern>`,
    )
    .join("");

const fill = (id, message) => `fill="url(#${id}-${message.letter.charCodeAt(0)})"`;

const labelOf = (message) => {
  if (message.calls.length) return `${message.role} calls ${message.calls.join(", ")}`;
  return message.id == null ? message.role : `${message.role} ${message.id}`;
};

const swatch = (shape) => `<svg width="14" height="14" aria-hidden="true">${shape}</svg>`;

/** The legend's entries for the roles that are there. */
const roleKeys = (messages, id) => {
  const seen = new Set(messages.map((message) => message.letter));
  return Object.entries(ROLES)
    .filter(([letter]) => seen.has(letter))
    .map(([letter, [role]]) => `<li>${swatch(`<rect width="14" height="14" ${fill(id, { letter })}/>`)} ${letter} ${role}</li>`);
};

let mounted = 0;

/** Make the element everything is drawn in; its controls keep their keys, which JupyterLab would take for itself. */
function rooted(html) {
  const root = document.createElement("div");
  root.className = "cw";
  root.innerHTML = html;
  for (const each of root.querySelectorAll("button, input, select, textarea, summary, [tabindex]"))
    each.dataset.lmSuppressShortcuts = "true";
  return root;
}

const PATIENCE = 8000; // ms until a wish that is not answered is spoken of
const BUSY = "No answer yet: the kernel is busy with another cell, or it has ended. What is drawn stays.";
const LOST = "The kernel was restarted or has ended. What is drawn stays; run the cell again to change it.";

/**
 * Make anywidget's default export of a `mount(el, picture, {round, onRound, ask})`.
 * `mount` returns `{show(round), replace(picture), destroy()}`; `ask(wish)` is there where a kernel answers.
 * One wish is on its way at a time; the newest that came meanwhile follows it.
 */
const live = (mount) => ({
  render({ model, el }) {
    let [serial, waiting, next, patience] = [model.get("answered"), false, null, null];
    const note = document.createElement("p");
    note.className = "cw-kernel";
    note.setAttribute("role", "status");
    const ask = (wish) => {
      if (waiting) return void (next = wish);
      [waiting, serial] = [true, serial + 1];
      el.setAttribute("aria-busy", "true");
      patience = setTimeout(() => (note.textContent = BUSY), PATIENCE);
      model.set("asked", { ...wish, serial });
      model.save_changes();
    };
    const place = document.createElement("div");
    el.replaceChildren(place, note);
    const view = mount(place, model.get("picture"), {
      round: model.get("round"),
      onRound: (round) => {
        model.set("round", round);
        model.save_changes();
      },
      ask: model.get("live") ? ask : undefined,
    });
    const follow = () => view.show(model.get("round"));
    const replace = () => view.replace(model.get("picture"));
    const answered = () => {
      waiting = false;
      clearTimeout(patience);
      el.removeAttribute("aria-busy");
      note.textContent = model.get("said");
      if (next !== null) ask(next);
      next = null;
    };
    // ipywidgets tells a model so when its kernel is gone; nothing brings the connection of this widget back
    const gone = () => {
      clearTimeout(patience);
      if (model.get("live")) note.textContent = LOST;
      el.removeAttribute("aria-busy");
      for (const each of el.querySelectorAll("[data-asks]")) each.disabled = true;
    };
    model.on("change:round", follow);
    model.on("change:picture", replace);
    model.on("change:answered", answered);
    model.on("comm_live_update", gone);
    return () => {
      clearTimeout(patience);
      model.off("change:round", follow);
      model.off("change:picture", replace);
      model.off("change:answered", answered);
      model.off("comm_live_update", gone);
      view.destroy();
    };
  },
});
