// The window, drawn: plain data in, HTML with SVG out. Plain data as autograder/widgets/frames.py describes it.
// The same module runs in JupyterLab (its default export), in any page and in a saved file (`mount`). It loads nothing.

const BARS = 120; // px, the tallest bar
const GAUGE = 14; // px
const TOP = GAUGE + 26; // px above the bars: the gauge and the label of its line
const FOOT = 26; // px below the bars: letters and brackets
const LANE = 360; // px, the narrowest lane that may have another beside it
const GAP = 24; // px between lanes
const THIN = 3; // px, a bar below this has no room for a pattern or a bracket
const PAUSE = 700; // ms that a round stays while playing; rounds change at once, so there is no motion to reduce
const OPEN_LIST = 14; // messages; a shorter list is open from the start

/** What is drawn of a frame, in order: [message, state] each. */
const entries = (play, frame) =>
  frame.runs.flatMap(([first, count, state]) =>
    play.messages.slice(first, first + count).map((message) => [message, state]),
  );

/** The frame of a lane at a round; a lane that stopped stays at its last one. */
const frameAt = (lane, round) => lane.frames[Math.min(round, lane.frames.length - 1)];

/** Return a round of a picture as HTML. A pure function: the same arguments, the same text. */
export function drawn(play, round, width, id) {
  const columns = Math.max(1, Math.min(play.lanes.length, Math.floor((width + GAP) / (LANE + GAP))));
  const laneWidth = Math.floor((width - GAP * (columns - 1)) / columns);
  const frames = play.lanes.flatMap((lane) => lane.frames);
  const scale = {
    width: laneWidth,
    slots: Math.max(1, ...frames.map((frame) => frame.runs.reduce((sum, run) => sum + run[1], 0))),
    tallest: Math.max(1, ...play.messages.map((message) => message.tokens)),
    fullest: Math.max(1, play.budget ?? 0, ...frames.map((frame) => frame.tokens)) * 1.02,
  };
  const lanes = play.lanes.map((lane, i) => laneDrawn(play, lane, round, scale, `${id}-${i}`));
  return `<div class="cw-lanes" style="grid-template-columns:repeat(${columns},${laneWidth}px)">${lanes.join("")}</div>`;
}

function laneDrawn(play, lane, round, scale, id) {
  const frame = frameAt(lane, round);
  const height = TOP + BARS + FOOT;
  const label = `${lane.name}: ${sizes(play, frame)}`;
  return `<figure class="cw-lane">
<figcaption><strong>${escaped(lane.name)}</strong><span>${escaped(sizes(play, frame))}</span></figcaption>
<svg role="img" aria-label="${escaped(label)}" width="${scale.width}" height="${height}" viewBox="0 0 ${scale.width} ${height}">
<defs>${patterns(id)}</defs>${gauge(play, frame, scale, id)}${bars(play, frame, scale, id)}</svg>
${answer(lane, frame, round)}</figure>`;
}

function sizes(play, frame) {
  const of = play.budget == null ? "" : ` of ${number(play.budget)}`;
  const gone = frame.gone ? ` · ${number(frame.gone)} dropped` : "";
  const messages = `${number(frame.count)} ${frame.count === 1 ? "message" : "messages"}`;
  return `${messages} · ${number(frame.tokens)}${of} tokens${gone}`;
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

/** How a bar looks; one too thin for a pattern or a dashed line has its plain colour. */
function look(message, state, wide, id) {
  const thin = wide < THIN;
  if (state === "gone") return `class="cw-gone${thin ? " cw-thin" : ""}"`;
  if (thin) return `class="cw-${message.letter.charCodeAt(0)}"`;
  return `${fill(id, message)}${state === "new" ? ' class="cw-new"' : ""}`;
}

function gauge(play, frame, scale, id) {
  const places = scale.width / scale.fullest;
  let x = 0;
  const parts = entries(play, frame)
    .filter(([, state]) => state !== "gone")
    .map(([message]) => {
      const wide = message.tokens * places;
      const part = `<rect x="${fixed(x)}" y="4" width="${fixed(wide)}" height="${GAUGE}" ${fill(id, message)}/>`;
      x += wide;
      return part;
    });
  const frameOf = `<rect x="0.5" y="4" width="${scale.width - 1}" height="${GAUGE}" class="cw-frame"/>`;
  if (play.budget == null) return parts.join("") + frameOf;
  const at = fixed(play.budget * places);
  const [anchor, shift] = at > scale.width / 2 ? ["end", -3] : ["start", 3];
  const line = `<path d="M${at} 0V${GAUGE + 22}" class="cw-line"/>`;
  const label = `<text x="${at + shift}" y="${GAUGE + 18}" text-anchor="${anchor}">budget ${number(play.budget)}</text>`;
  return parts.join("") + frameOf + line + label;
}

function bars(play, frame, scale, id) {
  const step = Math.min(26, scale.width / scale.slots);
  const wide = step - (step > 6 ? 2 : step > 3 ? 1 : 0);
  const floor = TOP + BARS;
  const order = entries(play, frame);
  const made = order.map(([message, state], i) => {
    const tall = fixed(Math.max(3, (message.tokens / scale.tallest) * BARS));
    const box = `x="${fixed(i * step)}" y="${fixed(floor - tall)}" width="${fixed(wide)}" height="${tall}"`;
    const letter = wide < 7 ? "" : `<text x="${fixed(i * step + wide / 2)}" y="${floor + 12}" text-anchor="middle"${state === "gone" ? ' class="cw-faint"' : ""}>${message.letter}</text>`;
    return `<g><title>${escaped(title(message, state))}</title><rect ${box} ${look(message, state, wide, id)}/>${letter}</g>`;
  });
  return `${made.join("")}<path d="M0 ${floor + 0.5}H${scale.width}" class="cw-floor"/>${wide < THIN ? "" : brackets(order, step, wide, floor + 17)}`;
}

function title(message, state) {
  const words = { kept: "", gone: " · dropped", new: " · written by the function" }[state];
  return `${labelOf(message)} · ${number(message.tokens)} tokens${words}\n${message.text}`;
}

/** Bracket neighbours of one batch; a batch that was split has a dashed bracket. */
function brackets(order, step, wide, y) {
  const found = [];
  order.forEach(([message, state], i) => {
    const last = found[found.length - 1];
    if (message.batch == null) return;
    if (last && last.batch === message.batch && last.end === i) {
      last.end = i + 1;
      last.states.add(state === "gone");
    } else found.push({ batch: message.batch, start: i, end: i + 1, states: new Set([state === "gone"]) });
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
        `<tr${state === "gone" ? ' class="cw-faint"' : ""}><td>${message.letter}</td><td>${number(message.tokens)}</td>` +
        `<td>${escaped(labelOf(message))}${state === "gone" ? " (dropped)" : state === "new" ? " (written by the function)" : ""}</td>` +
        `<td>${escaped(message.text)}</td></tr>`,
    );
    const head = '<tr><th scope="col"></th><th scope="col">tokens</th><th scope="col">message</th><th scope="col">text</th></tr>';
    return `<div class="cw-list"><table><caption>${escaped(lane.name)}</caption><thead>${head}</thead><tbody>${rows.join("")}</tbody></table></div>`;
  });
  return tables.join("");
}

function legend(play, id) {
  const keys = roleKeys(play.messages, id);
  const states = new Set(play.lanes.flatMap((lane) => lane.frames.flatMap((frame) => frame.runs.map((run) => run[2]))));
  if (states.has("gone")) keys.push(`<li>${swatch('<rect x="1" y="1" width="12" height="12" class="cw-gone"/>')} dropped</li>`);
  if (states.has("new")) keys.push(`<li>${swatch('<rect x="1" y="1" width="12" height="12" class="cw-new" fill="none"/>')} written by the function</li>`);
  if (play.messages.some((message) => message.batch != null)) keys.push(`<li>${swatch('<path d="M1 4v5H13v-5" class="cw-bracket"/>')} one batch</li>`);
  return `<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>${patterns(id)}</defs></svg><ul class="cw-legend">${keys.join("")}</ul>`;
}

const CONTROLS = `<div class="cw-controls">
<button type="button" class="cw-play"></button>
<button type="button" class="cw-back" aria-label="one round back">‹</button>
<input type="range" class="cw-round" min="0" step="1" aria-label="round">
<button type="button" class="cw-on" aria-label="one round on">›</button>
<output class="cw-where" aria-live="off"></output></div>`;

/** Put a picture into an element, with its controls; return what a caller may do with it. */
export function mount(el, play, { round = Infinity, onRound = () => {} } = {}) {
  const last = Math.max(...play.lanes.map((lane) => lane.frames.length)) - 1;
  const id = `cw-${(mounted += 1)}`;
  let [now, timer] = [Math.min(round, last), null];
  const root = rooted(`${last > 0 ? CONTROLS : ""}<div class="cw-stage"></div>${legend(play, id)}
<details class="cw-details"><summary>the messages as a list</summary><div></div></details>`);
  const find = (name) => root.querySelector(`.${name}`);
  const [stage, details] = [find("cw-stage"), find("cw-details")];

  const show = (next) => {
    now = Math.max(0, Math.min(next, last));
    stage.innerHTML = drawn(play, now, stage.clientWidth || 2 * LANE, id);
    if (details.open) details.lastElementChild.innerHTML = listed(play, now);
    if (last < 1) return;
    find("cw-round").value = now;
    find("cw-where").textContent = `round ${now} of ${last}`;
    find("cw-round").setAttribute("aria-valuetext", `round ${now} of ${last}. ${play.lanes.map((lane) => `${lane.name}: ${sizes(play, frameAt(lane, now))}`).join(". ")}`);
  };
  const go = (next) => {
    show(next);
    onRound(now);
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
    if (last > 0) find("cw-play").textContent = "▶ Play";
  };
  const start = () => {
    if (now === last) go(0);
    timer = setInterval(() => (now < last ? go(now + 1) : stop()), PAUSE);
    find("cw-play").textContent = "❚❚ Pause";
  };

  if (last > 0) {
    find("cw-round").max = last;
    find("cw-round").addEventListener("input", (event) => (stop(), go(Number(event.target.value))));
    find("cw-back").addEventListener("click", () => (stop(), go(now - 1)));
    find("cw-on").addEventListener("click", () => (stop(), go(now + 1)));
    find("cw-play").addEventListener("click", () => (timer === null ? start() : stop()));
  }
  details.addEventListener("toggle", () => show(now));
  el.replaceChildren(root);
  details.open = last === 0 && entries(play, play.lanes[0].frames[0]).length <= OPEN_LIST;
  stop();
  show(now);
  const watcher = new ResizeObserver(() => show(now));
  watcher.observe(stage);
  const destroy = () => {
    stop();
    watcher.disconnect();
  };
  return { show: (next) => next !== now && show(next), destroy };
}

export default live(mount);
