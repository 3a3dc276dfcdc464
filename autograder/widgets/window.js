// The window, drawn: plain data in, HTML with SVG out. Plain data as autograder/widgets/frames.py describes it.

const BARS = 120; // px, the tallest bar
const GAUGE = 14; // px
const ROW = 12; // px, a line of text in the drawing
const FOOT = 40; // px below the bars: letters, what was done, and brackets
const THIN = 3; // px, a bar below this has no room for a pattern or a bracket
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
export function drawn(play, round, width, id, chosen = null) {
  const frames = play.lanes.flatMap((lane) => lane.frames);
  const scale = {
    top: GAUGE + 18 + ROW * Math.max(1, play.lines.length),
    slots: Math.max(1, ...frames.map((frame) => frame.runs.reduce((sum, run) => sum + run[1], 0))),
    tallest: play.messages.reduce((most, message) => Math.max(most, message.tokens), 1),
    fullest: Math.max(1, ...play.lines.map(([, tokens]) => tokens), ...frames.map((frame) => frame.tokens)) * 1.02,
  };
  const at = (i) => (chosen?.lane === i ? chosen.at : null);
  return inLanes(play, width, 6, (lane, i, wide) => laneDrawn(play, lane, round, { ...scale, width: wide }, `${id}-${i}`, i, at(i)));
}

function laneDrawn(play, lane, round, scale, id, i, at) {
  const frame = frameAt(lane, round);
  const order = entries(play, frame);
  const [fresh, counts] = done(play, lane, round);
  const height = scale.top + BARS + FOOT;
  const now = Math.min(at ?? order.length - 1, order.length - 1);
  const text = order.length ? why(play, lane, round, now) : "";
  const slider = { label: "messages", count: order.length, at: now, text, more: `data-step="${stepOf(scale)}"` };
  const svg = `<svg role="img" aria-label="${escaped(`${lane.name}: ${sizes(play, frame)}`)}" width="${scale.width}" height="${height}" viewBox="0 0 ${scale.width} ${height}">
<defs>${patterns(id)}</defs>${gauge(play, frame, order, scale, id)}${bars(play, frame, order, fresh, scale, id, at)}</svg>`;
  return `${caption(lane, sizes(play, frame))}${field(lane, i, slider, svg)}<div class="cw-meters">${costs(play, frame)}</div>
<p class="cw-done">${doneInWords(round, lane, counts)}</p>${reason(at === null ? null : text, HINT)}${ending(lane, frame, round)}`;
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
    return [`<path d="M${at} 0V${row + 2}" class="cw-line cw-line-${name}"/>`, `<text x="${at + shift}" y="${row}" text-anchor="${anchor}" class="cw-line-name">${name} ${number(tokens)}</text>`];
  });
  const marks = [0, 1].map((part) => lines.map((line) => line[part]).join("")); // a name stands on another's line
  return joined(parts) + frameOf + shade + marks.join("");
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
  return legendOf(keys, id);
}

/** Where the keys of a slider lead from a message. */
const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -Infinity, End: Infinity };

const spoken = (play, round) => inSentences(play.lanes.map((lane) => `${lane.name}: ${sizes(play, frameAt(lane, round))}`));

/** Choose a message of a lane, the nearest there is. */
function chooseAt(play, round, lane, at) {
  const count = entries(play, frameAt(play.lanes[lane], round)).length;
  return { lane, at: Math.max(0, Math.min(at, count - 1)) };
}

function pointed(play, round, event, place) {
  const at = Math.floor((event.clientX - place.getBoundingClientRect().left) / Number(place.dataset.step));
  return chooseAt(play, round, Number(place.dataset.lane), at);
}

function stepped(play, round, chosen, key, lane) {
  if (key === "") return chooseAt(play, round, lane, Infinity);
  if (STEPS[key] === undefined) return null;
  return chooseAt(play, round, lane, (chosen?.at ?? Infinity) + STEPS[key]);
}

const opens = (play) => play.lanes.length === 1 && play.lanes[0].frames.length === 1 && entries(play, play.lanes[0].frames[0]).length <= OPEN_LIST;

/** Put a window into an element; return what a caller may do with it. */
export const mount = played({ drawn, legend, spoken, list: "the messages as a list", listed, opens, pointed, stepped });

export default live(mount);
