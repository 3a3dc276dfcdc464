// Playing round by round: controls, and a drawing that follows them.

const PAUSE = 700; // ms that a round stays while playing; rounds change at once, so there is no motion to reduce
const SPEEDS = [0.5, 1, 2, 4, 8];

const CONTROLS = `<div class="cw-controls">
<button type="button" class="cw-play"></button>
<button type="button" class="cw-back" aria-label="one round back">‹</button>
<input type="range" class="cw-round" min="0" step="1" aria-label="round">
<button type="button" class="cw-on" aria-label="one round on">›</button>
<output class="cw-where" aria-live="off"></output>
<label>speed <select class="cw-speed">${SPEEDS.map((speed) => `<option value="${speed}"${speed === 1 ? " selected" : ""}>${speed}×</option>`).join("")}</select></label></div>`;

/**
 * Return the `mount` of a picture that is played. Its face says what differs from picture to picture:
 * `drawn(play, round, width, id, chosen)` the picture, `legend(play, id)`, `spoken(play, round)` for a screen reader,
 * `list` and `listed(play, round)` the same to read, `opens(play)` whether that is open at first,
 * `pointed(play, round, event, place)` and `stepped(play, round, chosen, key, lane)` what is chosen.
 */
const played = (face) =>
  function mount(el, given, { round = Infinity, onRound = () => {}, ask } = {}) {
    const id = `cw-${(mounted += 1)}`;
    const lastOf = () => Math.max(...play.lanes.map((lane) => lane.frames.length)) - 1;
    let play = given;
    let [last, timer, chosen] = [lastOf(), null, null];
    let now = Math.min(round, last);
    const knobs = play.knobs.length && (ask || play.turns) ? knobsDrawn(play, ask) : "";
    const root = rooted(`${last > 0 || knobs ? CONTROLS : ""}${knobs}<div class="cw-stage"></div><div class="cw-key"></div>
<details class="cw-details cw-all"><summary>${face.list}</summary><div></div></details>`);
    const find = (name) => root.querySelector(`.${name}`);
    const [stage, details, slider] = [find("cw-stage"), find("cw-all"), find("cw-round")];

    let painting = false;
    const paint = () => {
      const focused = stage.contains(document.activeElement) ? document.activeElement.dataset.lane : undefined;
      painting = true; // what gets the focus back was not chosen anew
      stage.innerHTML = face.drawn(play, now, stage.clientWidth || 2 * LANE, id, chosen);
      if (focused !== undefined) stage.querySelector(`[data-lane="${focused}"]`)?.focus({ preventScroll: true });
      painting = false;
    };
    const show = (next) => {
      now = Math.max(0, Math.min(next, last));
      paint();
      if (details.open) details.lastElementChild.innerHTML = face.listed(play, now);
      if (!slider) return;
      slider.value = now;
      find("cw-where").textContent = `round ${now} of ${last}`;
      slider.setAttribute("aria-valuetext", `round ${now} of ${last}. ${face.spoken(play, now)}`);
    };
    const go = (next) => {
      show(next);
      onRound(now);
    };
    const stop = () => {
      clearInterval(timer);
      timer = null;
      if (slider) find("cw-play").textContent = "▶ Play";
    };
    const start = () => {
      clearInterval(timer);
      if (now === last) go(0);
      timer = setInterval(() => (now < last ? go(now + 1) : stop()), PAUSE / Number(find("cw-speed").value));
      find("cw-play").textContent = "❚❚ Pause";
    };
    const replace = (next) => {
      const atEnd = now === last;
      play = next;
      last = lastOf();
      if (slider) slider.max = last;
      find("cw-key").innerHTML = face.legend(play, id);
      show(atEnd ? last : now);
    };
    const choose = (next) => {
      if (next === null || JSON.stringify(next) === JSON.stringify(chosen)) return;
      chosen = next;
      paint();
    };
    const pointed = (event) => {
      const place = event.target.closest("[data-lane]");
      if (place) choose(face.pointed(play, now, event, place));
    };
    const keys = (event) => {
      const place = event.target.closest("[data-lane]");
      const lane = Number(place?.dataset.lane);
      const next = place && face.stepped(play, now, chosen?.lane === lane ? chosen : null, event.key, lane);
      if (!next) return;
      event.preventDefault();
      choose(next);
    };

    if (slider) {
      slider.max = last;
      slider.addEventListener("input", (event) => (stop(), go(Number(event.target.value))));
      find("cw-back").addEventListener("click", () => (stop(), go(now - 1)));
      find("cw-on").addEventListener("click", () => (stop(), go(now + 1)));
      find("cw-play").addEventListener("click", () => (timer === null ? start() : stop()));
      find("cw-speed").addEventListener("change", () => timer !== null && start());
    }
    if (knobs) turning(find("cw-knobs"), given, ask, replace);
    stage.addEventListener("pointermove", pointed);
    stage.addEventListener("focusin", (event) => {
      const lane = Number(event.target.closest("[data-lane]")?.dataset.lane);
      if (!painting && !Number.isNaN(lane) && chosen?.lane !== lane) choose(face.stepped(play, now, null, "", lane));
    });
    stage.addEventListener("keydown", keys);
    details.addEventListener("toggle", () => show(now));
    el.replaceChildren(root);
    find("cw-key").innerHTML = face.legend(play, id);
    details.open = face.opens(play);
    stop();
    show(now);
    const watcher = new ResizeObserver(() => paint());
    watcher.observe(stage);
    const destroy = () => {
      stop();
      watcher.disconnect();
    };
    return { show: (next) => next !== now && show(next), replace, destroy };
  };
