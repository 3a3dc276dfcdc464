// The decay, drawn: plain data in, HTML with SVG out. Plain data as autograder/widgets/decay_rounds.py describes it.

const LINE = 16; // px, the line of a fact
const HEADING = 22; // px, the line above facts of one kind
const AXIS = 18; // px, the numbers of the rounds
const CELL = 12; // px, how tall a cell is
const COLUMN = 44; // px, the widest column of a round
const LETTERS = 6.4; // px, a letter of a fact's name
const CROWDED = 18; // px, a column below this has no room for its number beside the next

const HINT = "Point at a line, or use the arrow keys on it, to see which fact it is, and when and why it was lost.";
const NOT_SAID = "-";

const KINDS = { file: "files that were read", value: "values in them", goal: "goals", rule: "standing rules" };

/** Where a fact still stands, by the letter of the message. */
const WHERE = { T: "in the result itself", A: "in the call itself", U: "in a user message", S: "in the system message", C: "in the summary", K: "in the task state, and nowhere else" };

/** Return the lines from the top: `{fact, y}` for a fact, `{kind, y}` for a heading. */
function linesOf(play) {
  const lines = [];
  let [y, kind] = [AXIS, null];
  play.facts.forEach((fact, i) => {
    if (fact.kind !== kind) {
      lines.push({ kind: (kind = fact.kind), y });
      y += HEADING;
    }
    lines.push({ fact: i, y });
    y += LINE;
  });
  return lines;
}

/** Return where the columns begin, how wide one is, and how many there are. */
function columnsOf(play, width) {
  const longest = Math.max(4, ...play.facts.map((fact) => fact.name.length));
  const [left, count] = [Math.ceil(longest * LETTERS) + 12, Math.max(...play.lanes.map((lane) => lane.frames.length))];
  return { left, count, step: fixed(Math.min(COLUMN, Math.max(3, (width - left - 2) / count))) };
}

/** The letter of the message that says a fact in a round; empty where it is not met yet or nothing was sent. */
function letterAt(play, lane, fact, round) {
  const frame = lane.frames[round];
  return !frame || frame.error || round < play.facts[fact].met ? "" : frame.places[fact];
}

/** The last round of a lane in which something was sent. */
const lastSent = (lane) => lane.frames.length - (lane.frames.at(-1).error ? 2 : 1);

const lostIn = (frame) => new Map(frame.lost);

/** How many of the facts that were met a round still says. */
function counts(play, lane, round) {
  const [frame, at] = [frameAt(lane, round), Math.min(round, lane.frames.length - 1)];
  const met = play.facts.map((_, i) => letterAt(play, lane, i, at)).filter((letter) => letter);
  if (frame.error) return "nothing was sent";
  return `${met.filter((letter) => letter !== NOT_SAID).length} of ${counted(met.length, "fact")} still said · ${counted(frame.count, "message")} · ${counted(frame.tokens, "token")}`;
}

/** Return a round of a picture as HTML. A pure function: the same arguments, the same text. */
export function drawn(play, round, width, id, chosen = null) {
  return inLanes(play, width, 5, (lane, i, wide) => {
    const at = chosen?.lane === i ? { fact: chosen.fact, round: Math.min(chosen.round ?? Infinity, round) } : null;
    const now = at ?? { fact: 0, round };
    const text = play.facts.length ? why(play, lane, now) : "";
    const columns = columnsOf(play, wide);
    const slider = { label: "facts", count: play.facts.length, at: now.fact, text, more: `data-left="${columns.left}" data-step="${columns.step}" aria-orientation="vertical"` };
    return `${caption(lane, counts(play, lane, round))}${field(lane, i, slider, grid(play, lane, round, wide, columns, `${id}-${i}`, at))}
<p class="cw-done">${escaped(doneInWords(play, lane, round))}</p>${reason(at === null ? null : text, HINT)}${ending(lane, frameAt(lane, round), round)}`;
  });
}

function grid(play, lane, round, width, columns, id, at) {
  const { left, step, count } = columns;
  const lines = linesOf(play);
  const height = (lines.at(-1)?.y ?? 0) + LINE + 6;
  const x = (n) => fixed(left + n * step);
  const every = Math.ceil(CROWDED / step);
  const axis = Array.from({ length: count }, (_, n) => n)
    .filter((n) => n === round || (n % every === 0 && Math.abs(n - round) >= every))
    .map((n) => `<text x="${fixed(x(n) + step / 2)}" y="11" text-anchor="middle" class="${n === round ? "cw-mark" : "cw-faint"}">${n}</text>`);
  const band = `<rect x="${x(round)}" y="0" width="${step}" height="${height}" class="cw-shade"/>`;
  const failed = lane.frames.findIndex((frame) => frame.error);
  const stopped = failed < 0 || failed > round ? "" : `<path d="M${fixed(x(failed) + step / 2)} ${AXIS}V${height}" class="cd-stopped"/>`;
  const marks = { boxes: [], crosses: [], dots: [] }; // of all lines together: a browser draws few paths sooner than many
  const lost = lane.frames.map(lostIn);
  const drawnLines = lines.map((line) => (line.kind ? heading(line) : lifeOf(play, lane, line, round, { x, step, id, at, lost, ...marks })));
  const path = (parts, kind) => (parts.length ? `<path d="${parts.join("")}" class="${kind}"/>` : "");
  const lives = joined(marks.boxes) + path(marks.dots, "cd-gone") + path(marks.crosses, "cd-lost");
  return `<svg role="img" aria-label="${escaped(`${lane.name}: ${counts(play, lane, round)}`)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>${patterns(id)}</defs>${band}${axis.join("")}${lives}${drawnLines.join("")}${stopped}</svg>`;
}

const heading = ({ kind, y }) => `<text x="0" y="${y + HEADING - 7}" class="cw-mark">${escaped(KINDS[kind] ?? kind)}</text>`;

/** Draw a fact's line: its name, a cell for each round that says it, a cross where it was lost, dots from then on. */
function lifeOf(play, lane, { fact, y }, round, { x, step, id, at, lost, boxes, crosses, dots }) {
  const isChosen = at?.fact === fact;
  const parts = [`<text x="0" y="${y + 11}" class="${isChosen ? "cw-mark" : ""}">${escaped(play.facts[fact].name)}</text>`];
  const end = Math.min(round, lastSent(lane));
  for (let n = play.facts[fact].met; n <= end; n += 1) {
    const letter = letterAt(play, lane, fact, n);
    if (letter !== NOT_SAID) boxes.push([fill(id, { letter }), x(n) + 0.5, y + 2, Math.max(1, step - 1), CELL]);
    else if (lost[n].has(fact)) crosses.push(`M${fixed(x(n) + step / 2 - 4)} ${y + LINE / 2 - 4}l8 8m0 -8l-8 8`);
    else dots.push(`M${x(n)} ${y + LINE / 2}h${step}`);
  }
  if (isChosen) parts.push(`<rect x="${fixed(x(at.round) - 0.5)}" y="${y}" width="${fixed(step + 1)}" height="${LINE}" class="cw-chosen"/>`);
  return parts.join("");
}

function doneInWords(play, lane, round) {
  if (round >= lane.frames.length || lane.frames[round].lost.length === 0) return "";
  return `lost in this round: ${lane.frames[round].lost.map(([fact]) => play.facts[fact].name).join(", ")}`;
}

/** Say where a fact stands in a round, or when it was lost and why. */
export function why(play, lane, { fact, round }) {
  const { name, met } = play.facts[fact];
  const at = Math.min(round, lane.frames.length - 1);
  const letter = letterAt(play, lane, fact, at);
  if (lane.frames[at].error) return `${name} · round ${at}: nothing was sent`;
  if (letter === "") return `${name} · round ${at}: not met yet, it comes in round ${met}`;
  if (letter !== NOT_SAID) return `${name} · round ${at}: still said ${WHERE[letter] ?? "in a message"}`;
  let lost = at;
  while (lost > met && !lostIn(lane.frames[lost]).has(fact)) lost -= 1;
  return `${name} · lost in round ${lost}: ${lostIn(lane.frames[lost]).get(fact) ?? "nothing says it"}`;
}

/** Return the summaries that a round sends, to read. */
export function listed(play, round) {
  const texts = play.lanes.map((lane) => {
    const { summary } = frameAt(lane, round);
    const text = summary ? escaped(summary) : "no summary is sent in this round";
    return `<div class="cw-list" tabindex="0" role="region" aria-label="summary of ${escaped(lane.name)}"><strong>${escaped(lane.name)}</strong><p class="cd-summary">${text}</p></div>`;
  });
  return texts.join("");
}

function legend(play, id) {
  const letters = new Set(play.lanes.flatMap((lane) => lane.frames.flatMap((frame) => [...frame.places])));
  const keys = roleKeys([...letters].map((letter) => ({ letter })), id);
  if (!play.lanes.some((lane) => lane.frames.some((frame) => frame.lost.length))) return legendOf(keys, id);
  keys.push(`<li>${swatch('<path d="M3 3l8 8m0 -8l-8 8" class="cd-lost"/>')} lost in that round</li>`);
  keys.push(`<li>${swatch('<path d="M0 7H14" class="cd-gone"/>')} said nowhere</li>`);
  return legendOf(keys, id);
}

const spoken = (play, round) => inSentences(play.lanes.flatMap((lane) => [`${lane.name}: ${counts(play, lane, round)}`, doneInWords(play, lane, round)]));

function pointed(play, round, event, place) {
  const box = place.getBoundingClientRect();
  const y = event.clientY - box.top;
  const line = linesOf(play).findLast((each) => each.fact !== undefined && each.y <= y);
  const at = Math.floor((event.clientX - box.left - Number(place.dataset.left)) / Number(place.dataset.step));
  return line ? { lane: Number(place.dataset.lane), fact: line.fact, round: at < 0 || at > round ? null : at } : null;
}

/** Where the keys lead: `[lines down, rounds on]`. */
const STEPS = { ArrowDown: [1, 0], ArrowUp: [-1, 0], PageDown: [10, 0], PageUp: [-10, 0], Home: [-Infinity, 0], End: [Infinity, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function stepped(play, round, chosen, key, lane) {
  if (key === "" || !chosen) return { lane, fact: 0, round: null };
  if (STEPS[key] === undefined) return null;
  const [down, on] = STEPS[key];
  const fact = Math.max(0, Math.min(play.facts.length - 1, chosen.fact + down));
  const at = Math.max(0, Math.min(round, Math.min(chosen.round ?? round, round) + on));
  return { lane, fact, round: at === round ? null : at };
}

/** Put a decay into an element; return what a caller may do with it. */
export const mount = played({ drawn, legend, spoken, list: "what the summaries say", listed, opens: () => false, pointed, stepped });

export default live(mount);
