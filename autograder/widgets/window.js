// The window, drawn: plain data in, HTML with SVG out. Plain data as autograder/widgets/frames.py describes it.

const BARS = 120; // px, the tallest bar
const GAUGE = 14; // px
const ROW = 12; // px, a line of text in the drawing
const FOOT = 40; // px below the bars: letters, what was done, and brackets
const LANE = 360; // px, the narrowest lane that may have another beside it
const GAP = 24; // px between lanes
const THIN = 3; // px, a bar below this has no room for a pattern or a bracket
const PAUSE = 700; // ms that a round stays while playing; rounds change at once, so there is no motion to reduce
const SPEEDS = [0.5, 1, 2, 4, 8];
const OPEN_LIST = 14; // messages; a shorter list is open from the start

const HINT = "Point at a message, or use the arrow keys on them, to see what was done to it and when.";

/** What was done to a message: its mark under the bar, the word, and whether the message is out of the request. */
const STATES = {
  kept: ["", "", false],
  new: ["n", "written by the function", false],
  cut: ["c", "cut", false],
  placeholder: ["p", "replaced by a placeholder", false],
  persisted: ["d", "moved to disk", false],
  back: ["b", "put back", false],
  summarised: ["s", "summarised", true],
  dropped: ["×", "dropped", true],
};
const isGone = (state) => STATES[state][2];

/** What is drawn of a frame, in order: [message, state, number] each. */
function entries(play, frame) {
  const found = [];
  for (const [first, count, state] of frame.runs)
    for (let n = first; n < first + count; n += 1) found.push([play.messages[n], state, n]);
  return found;
}

/** The frame of a lane at a round; a lane that stopped stays at its last one. */
const frameAt = (lane, round) => lane.frames[Math.min(round, lane.frames.length - 1)];

/** Where a message stands among all that was said; a message the function made up stands for itself. */
const placeOf = (play, number) => play.messages[number].instead ?? number;

/** How a message stands in a frame: its state by place. */
const standing = (play, frame) => new Map(entries(play, frame).map(([, state, number]) => [placeOf(play, number), state]));

/** Return what a round did: the entries whose state it changed, and how often each thing was done. */
function done(play, lane, round) {
  const [fresh, counts] = [new Set(), new Map()];
  if (round === 0 || round >= lane.frames.length) return [fresh, counts];
  const before = standing(play, lane.frames[round - 1]);
  for (const [, state, number] of entries(play, lane.frames[round])) {
    if (state === "kept" || before.get(placeOf(play, number)) === state) continue;
    fresh.add(number);
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return [fresh, counts];
}

/** Return a round of a picture as HTML. A pure function: the same arguments, the same text. */
export function drawn(play, round, width, id, chosen = {}) {
  const columns = Math.max(1, Math.min(play.lanes.length, Math.floor((width + GAP) / (LANE + GAP))));
  const frames = play.lanes.flatMap((lane) => lane.frames);
  const scale = {
    width: Math.floor((width - GAP * (columns - 1)) / columns),
    top: GAUGE + 10 + ROW * Math.max(1, play.lines.length),
    slots: Math.max(1, ...frames.map((frame) => frame.runs.reduce((sum, run) => sum + run[1], 0))),
    tallest: play.messages.reduce((most, message) => Math.max(most, message.tokens), 1),
    fullest: Math.max(1, ...play.lines.map(([, tokens]) => tokens), ...frames.map((frame) => frame.tokens)) * 1.02,
    dearest: Math.max(...play.lanes.map((lane) => lane.frames.at(-1).cost), 1e-9),
  };
  const lanes = play.lanes.map((lane, i) => laneDrawn(play, lane, round, scale, `${id}-${i}`, i, chosen.lane === i ? chosen.at : null));
  return `<div class="cw-lanes" style="grid-template-columns:repeat(${columns},${scale.width}px)">${lanes.join("")}</div>`;
}

function laneDrawn(play, lane, round, scale, id, i, at) {
  const frame = frameAt(lane, round);
  const order = entries(play, frame);
  const [fresh, counts] = done(play, lane, round);
  const height = scale.top + BARS + FOOT;
  const now = Math.min(at ?? order.length - 1, order.length - 1);
  const slider =
    order.length === 0
      ? ""
      : `role="slider" tabindex="0" aria-label="messages of ${escaped(lane.name)}" aria-valuemin="1" aria-valuemax="${order.length}" ` +
        `aria-valuenow="${now + 1}" aria-valuetext="${escaped(why(play, lane, round, now))}"`;
  return `<figure class="cw-lane">
<figcaption><strong>${escaped(lane.name)}</strong><span>${escaped(sizes(play, frame))}</span></figcaption>
<div class="cw-bars" data-lane="${i}" data-step="${stepOf(scale)}" data-lm-suppress-shortcuts="true" ${slider}><svg role="img" aria-label="${escaped(`${lane.name}: ${sizes(play, frame)}`)}" width="${scale.width}" height="${height}" viewBox="0 0 ${scale.width} ${height}">
<defs>${patterns(id)}</defs>${gauge(play, frame, order, scale, id)}${bars(play, frame, order, fresh, scale, id, at)}</svg></div>
<div class="cw-meters">${meters(play, frame, scale)}</div>
<p class="cw-done">${doneInWords(round, lane, counts)}</p>
<p class="cw-why">${at === null ? HINT : escaped(why(play, lane, round, now))}</p>
${answer(lane, frame, round)}</figure>`;
}

function sizes(play, frame) {
  const of = play.budget == null ? "" : ` of ${number(play.budget)}`;
  const gone = frame.gone ? ` · ${number(frame.gone)} gone` : "";
  return `${counted(frame.count, "message")} · ${number(frame.tokens)}${of} tokens${gone}`;
}

function doneInWords(round, lane, counts) {
  if (round >= lane.frames.length || counts.size === 0) return "";
  const said = [...counts].map(([state, count]) => `${number(count)} ${STATES[state][1]}`);
  return `this round: ${escaped(said.join(" · "))}`;
}

/** What a request cost so far, and how much of it came from the cache. */
function meters(play, frame, scale) {
  if (!frame.answer && !frame.error) return "";
  const bar = (part, kind) => `<span class="cw-meter"><span class="${kind}" style="width:${fixed(part * 100)}%"></span></span>`;
  const read = frame.tokens ? frame.read / frame.tokens : 0;
  return `<span>cost so far</span>${bar(frame.cost / scale.dearest, "cw-cost")}<span>$${frame.cost.toFixed(4)}</span>
<span>from the cache</span>${bar(read, "cw-read")}<span>${Math.round(read * 100)} %</span>`;
}

function answer(lane, frame, round) {
  const last = lane.frames.length - 1;
  const said = [];
  if (frame.error) said.push(`<p class="cw-error">○ ${escaped(lane.name)} ${escaped(frame.error)}</p>`);
  else if (frame.answer && frame.accepted) said.push(`<p class="cw-accepted">✓ ${escaped(frame.answer)}</p>`);
  else if (frame.answer) said.push(`<p class="cw-refused">✗ ${escaped(frame.answer)}</p>`);
  if (round > last) said.push(`<p class="cw-note">The session ended in round ${last}.</p>`);
  if (frame.note) said.push(`<p class="cw-note">note: ${escaped(lane.name)} ${escaped(frame.note)}</p>`);
  return `<div class="cw-answer">${said.join("")}</div>`;
}

/** Return boxes `[look, x, y, width, height]` as one path for each look: a browser draws few paths sooner than many boxes. */
function joined(boxes) {
  const found = new Map();
  for (const [look, x, y, wide, tall] of boxes) {
    if (!found.has(look)) found.set(look, []);
    found.get(look).push(`M${fixed(x)} ${fixed(y)}h${fixed(wide)}v${fixed(tall)}h${fixed(-wide)}z`);
  }
  return [...found].map(([look, parts]) => `<path d="${parts.join("")}" ${look}/>`).join("");
}

/** How a bar looks; one too thin for a pattern or a dashed line has its plain colour. */
function look(message, state, wide, id) {
  const thin = wide < THIN;
  if (isGone(state)) return `class="cw-gone cw-${state}${thin ? " cw-thin" : ""}"`;
  if (thin) return `class="cw-${message.letter.charCodeAt(0)}"`;
  return `${fill(id, message)}${state === "kept" ? "" : ' class="cw-new"'}`;
}

function gauge(play, frame, order, scale, id) {
  const places = scale.width / scale.fullest;
  const sent = order.filter(([, state]) => !isGone(state));
  let [x, cached] = [0, 0];
  const parts = sent.map(([message], i) => {
    const box = [fill(id, message), x, 4, message.tokens * places, GAUGE];
    x += message.tokens * places;
    if (i < frame.cached) cached = x;
    return box;
  });
  const frameOf = `<rect x="0.5" y="4" width="${scale.width - 1}" height="${GAUGE}" class="cw-frame"/>`;
  const shade = cached ? `<rect x="0" y="${GAUGE + 5}" width="${fixed(cached)}" height="4" class="cw-cached"/>` : "";
  const lines = play.lines.map(([name, tokens], i) => {
    const at = fixed(tokens * places);
    const row = GAUGE + 8 + ROW * (i + 1);
    const [anchor, shift] = at > scale.width / 2 ? ["end", -3] : ["start", 3];
    return `<path d="M${at} 0V${row + 2}" class="cw-line cw-line-${name}"/><text x="${at + shift}" y="${row}" text-anchor="${anchor}">${name} ${number(tokens)}</text>`;
  });
  return joined(parts) + frameOf + shade + lines.join("");
}

const stepOf = (scale) => fixed(Math.min(26, scale.width / scale.slots));

function bars(play, frame, order, fresh, scale, id, at) {
  const step = stepOf(scale);
  const wide = step - (step > 6 ? 2 : step > 3 ? 1 : 0);
  const floor = scale.top + BARS;
  const tallOf = (message) => fixed(Math.max(3, (message.tokens / scale.tallest) * BARS));
  const [boxes, texts] = [[], []];
  let sent = 0;
  order.forEach(([message, state, n], i) => {
    const gone = isGone(state);
    const [x, tall] = [i * step, tallOf(message)];
    const was = message.instead == null || gone ? 0 : tallOf(play.messages[message.instead]);
    if (!gone && (sent += 1) <= frame.cached) boxes.push(['class="cw-shade"', x, scale.top - 2, step, BARS + 2]);
    if (was > tall + 1) boxes.push([`class="cw-gone${wide < THIN ? " cw-thin" : ""}"`, x, floor - was, wide, was - tall]);
    boxes.push([look(message, state, wide, id), x, floor - tall, wide, tall]);
    if (fresh.has(n)) texts.push(`<path d="M${fixed(x + wide / 2)} ${fixed(floor - Math.max(was, tall) - 3)}l-3 -5h6z" class="cw-fresh"/>`);
    if (i === at) boxes.push(['class="cw-chosen"', x - 1, floor - tall - 2, wide + 2, tall + 4]);
    if (wide < 7) return;
    const text = (words, y, kind) => `<text x="${fixed(x + wide / 2)}" y="${y}" text-anchor="middle"${kind}>${words}</text>`;
    texts.push(text(message.letter, floor + 12, gone ? ' class="cw-faint"' : ""));
    if (state !== "kept") texts.push(text(STATES[state][0], floor + 23, ' class="cw-mark"'));
  });
  const boxed = ([look, x, y, width, tall]) => `<rect x="${fixed(x)}" y="${fixed(y)}" width="${fixed(width)}" height="${fixed(tall)}" ${look}/>`;
  const drawnBars = wide < THIN ? joined(boxes) : boxes.map(boxed).join("");
  return `${drawnBars}${texts.join("")}<path d="M0 ${floor + 0.5}H${scale.width}" class="cw-floor"/>${wide < THIN ? "" : brackets(order, step, wide, floor + 28)}`;
}

/** Say what a bar is, what was done to it, and since when. */
export function why(play, lane, round, at) {
  const frame = frameAt(lane, round);
  const [message, state, n] = entries(play, frame)[at];
  const said = [labelOf(message), counted(message.tokens, "token")];
  if (state !== "kept") said.push(`${STATES[state][1]}${since(play, lane, round, n, state)}`);
  if (message.instead != null && !isGone(state)) said.push(`it had ${number(play.messages[message.instead].tokens)}`);
  const before = entries(play, frame).slice(0, at + 1).filter(([, each]) => !isGone(each)).length;
  if (!isGone(state) && before <= frame.cached) said.push("read from the cache");
  return `${said.join(" · ")}${message.text ? `: ${message.text.replace(/\s+/g, " ")}` : ""}`;
}

function since(play, lane, round, n, state) {
  let first = Math.min(round, lane.frames.length - 1);
  while (first > 0 && standing(play, lane.frames[first - 1]).get(placeOf(play, n)) === state) first -= 1;
  return lane.frames.length > 1 ? ` in round ${first}` : "";
}

/** Bracket neighbours of one batch; a batch that was split has a dashed bracket. */
function brackets(order, step, wide, y) {
  const found = [];
  order.forEach(([message, state], i) => {
    const last = found[found.length - 1];
    if (message.batch == null) return;
    if (last && last.batch === message.batch && last.end === i) {
      last.end = i + 1;
      last.states.add(isGone(state));
    } else found.push({ batch: message.batch, start: i, end: i + 1, states: new Set([isGone(state)]) });
  });
  return found
    .filter(({ start, end }) => end - start > 1)
    .map(({ start, end, states }) => {
      const kind = states.size > 1 ? "cw-bracket cw-split" : states.has(true) ? "cw-bracket cw-faint" : "cw-bracket";
      const words = states.size > 1 ? "a batch that was split" : "one batch";
      const [x, z] = [fixed(start * step + 1), fixed((end - 1) * step + wide - 1)];
      return `<g><title>${words}</title><path d="M${x} ${y}v5H${z}v-5" class="${kind}"/></g>`;
    })
    .join("");
}

/** Return a round's messages as tables: the same as the bars, to read. */
export function listed(play, round) {
  const tables = play.lanes.map((lane) => {
    const rows = entries(play, frameAt(lane, round)).map(
      ([message, state]) =>
        `<tr${isGone(state) ? ' class="cw-faint"' : ""}><td>${message.letter}</td><td>${number(message.tokens)}</td>` +
        `<td>${escaped(labelOf(message))}${state === "kept" ? "" : ` (${STATES[state][1]})`}</td>` +
        `<td>${escaped(message.text)}</td></tr>`,
    );
    const head = '<tr><td></td><th scope="col">tokens</th><th scope="col">message</th><th scope="col">text</th></tr>';
    return `<div class="cw-list" tabindex="0" role="region" aria-label="messages of ${escaped(lane.name)}"><table><caption>${escaped(lane.name)}</caption><thead>${head}</thead><tbody>${rows.join("")}</tbody></table></div>`;
  });
  return tables.join("");
}

function legend(play, id) {
  const keys = roleKeys(play.messages, id);
  const frames = play.lanes.flatMap((lane) => lane.frames);
  const states = new Set(frames.flatMap((frame) => frame.runs.map((run) => run[2])));
  for (const [state, [mark, words, gone]] of Object.entries(STATES)) {
    if (state === "kept" || !states.has(state)) continue;
    const shape = `<rect x="1" y="1" width="12" height="12" ${gone ? `class="cw-gone cw-${state}"` : 'class="cw-new" fill="none"'}/>`;
    keys.push(`<li>${swatch(shape)} ${mark} ${words}</li>`);
  }
  if (play.messages.some((message) => message.batch != null)) keys.push(`<li>${swatch('<path d="M1 4v5H13v-5" class="cw-bracket"/>')} one batch</li>`);
  if (frames.some((frame) => frame.cached)) keys.push(`<li>${swatch('<rect width="14" height="14" class="cw-shade"/><rect y="10" width="14" height="4" class="cw-cached"/>')} from the cache</li>`);
  if (frames.length > play.lanes.length) keys.push(`<li>${swatch('<path d="M7 11l-3 -5h6z" class="cw-fresh"/>')} done in this round</li>`);
  return `<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>${patterns(id)}</defs></svg><ul class="cw-legend">${keys.join("")}</ul>`;
}

const CONTROLS = `<div class="cw-controls">
<button type="button" class="cw-play"></button>
<button type="button" class="cw-back" aria-label="one round back">‹</button>
<input type="range" class="cw-round" min="0" step="1" aria-label="round">
<button type="button" class="cw-on" aria-label="one round on">›</button>
<output class="cw-where" aria-live="off"></output>
<label>speed <select class="cw-speed">${SPEEDS.map((speed) => `<option value="${speed}"${speed === 1 ? " selected" : ""}>${speed}×</option>`).join("")}</select></label></div>`;

const knobsDrawn = (knobs) =>
  knobs
    .map(
      ({ key, label, value, least, most, step, unit }) =>
        `<label><span>${escaped(label)}</span><input type="range" data-asks data-key="${escaped(key)}" min="${least}" max="${most}" step="${step}" value="${value}"><output>${number(value)} ${unit}</output></label>`,
    )
    .join("");

/** Put a picture into an element, with its controls; return what a caller may do with it. */
export function mount(el, given, { round = Infinity, onRound = () => {}, ask } = {}) {
  const id = `cw-${(mounted += 1)}`;
  const lastOf = () => Math.max(...play.lanes.map((lane) => lane.frames.length)) - 1;
  let play = given;
  let [last, timer, chosen] = [lastOf(), null, {}];
  let now = Math.min(round, last);
  const knobs = ask && play.knobs.length ? `<details class="cw-details cw-turn"><summary>change what is played</summary><div class="cw-knobs">${knobsDrawn(play.knobs)}</div></details>` : "";
  const root = rooted(`${last > 0 || knobs ? CONTROLS : ""}${knobs}<div class="cw-stage"></div><div class="cw-key"></div>
<details class="cw-details cw-all"><summary>the messages as a list</summary><div></div></details>`);
  const find = (name) => root.querySelector(`.${name}`);
  const [stage, details, slider] = [find("cw-stage"), find("cw-all"), find("cw-round")];

  const paint = () => {
    const focused = stage.contains(document.activeElement) ? document.activeElement.dataset.lane : undefined;
    stage.innerHTML = drawn(play, now, stage.clientWidth || 2 * LANE, id, chosen);
    if (focused !== undefined) stage.querySelector(`[data-lane="${focused}"]`)?.focus({ preventScroll: true });
  };
  const show = (next) => {
    now = Math.max(0, Math.min(next, last));
    paint();
    if (details.open) details.lastElementChild.innerHTML = listed(play, now);
    if (!slider) return;
    slider.value = now;
    find("cw-where").textContent = `round ${now} of ${last}`;
    slider.setAttribute("aria-valuetext", `round ${now} of ${last}. ${play.lanes.map((lane) => `${lane.name}: ${sizes(play, frameAt(lane, now))}`).join(". ")}`);
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
    find("cw-key").innerHTML = legend(play, id);
    show(atEnd ? last : now);
  };
  const choose = (lane, at) => {
    const count = entries(play, frameAt(play.lanes[lane], now)).length;
    const next = { lane, at: Math.max(0, Math.min(at, count - 1)) };
    if (next.lane === chosen.lane && next.at === chosen.at) return;
    chosen = next;
    paint();
  };
  const pointed = (event) => {
    const place = event.target.closest(".cw-bars");
    if (place) choose(Number(place.dataset.lane), Math.floor((event.clientX - place.getBoundingClientRect().left) / Number(place.dataset.step)));
  };
  const keys = (event) => {
    const place = event.target.closest(".cw-bars");
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -Infinity, End: Infinity }[event.key];
    if (!place || step === undefined) return;
    event.preventDefault();
    const lane = Number(place.dataset.lane);
    choose(lane, (chosen.lane === lane ? chosen.at : entries(play, frameAt(play.lanes[lane], now)).length - 1) + step);
  };
  const turn = ({ target }) => {
    const inputs = [...find("cw-knobs").querySelectorAll("input")];
    target.nextElementSibling.textContent = `${number(Number(target.value))} ${play.knobs.find((knob) => knob.key === target.dataset.key).unit}`;
    target.dataset.turned = "yes";
    ask(Object.fromEntries(inputs.filter((each) => each.dataset.turned).map((each) => [each.dataset.key, Number(each.value)])));
  };

  if (slider) {
    slider.max = last;
    slider.addEventListener("input", (event) => (stop(), go(Number(event.target.value))));
    find("cw-back").addEventListener("click", () => (stop(), go(now - 1)));
    find("cw-on").addEventListener("click", () => (stop(), go(now + 1)));
    find("cw-play").addEventListener("click", () => (timer === null ? start() : stop()));
    find("cw-speed").addEventListener("change", () => timer !== null && start());
  }
  find("cw-knobs")?.addEventListener("input", turn);
  stage.addEventListener("pointermove", pointed);
  stage.addEventListener("focusin", (event) => {
    const place = event.target.closest(".cw-bars");
    if (place && chosen.lane !== Number(place.dataset.lane)) choose(Number(place.dataset.lane), Infinity);
  });
  stage.addEventListener("keydown", keys);
  details.addEventListener("toggle", () => show(now));
  el.replaceChildren(root);
  find("cw-key").innerHTML = legend(play, id);
  details.open = last === 0 && entries(play, play.lanes[0].frames[0]).length <= OPEN_LIST;
  stop();
  show(now);
  const watcher = new ResizeObserver(() => paint());
  watcher.observe(stage);
  const destroy = () => {
    stop();
    watcher.disconnect();
  };
  return { show: (next) => next !== now && show(next), replace, destroy };
}

export default live(mount);
