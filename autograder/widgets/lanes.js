// Lanes beside each other: what the pictures that are played round by round are drawn with.

const LANE = 360; // px, the narrowest lane that may have another beside it
const GAP = 24; // px between lanes

/** The frame of a lane at a round; a lane that stopped stays at its last one. */
const frameAt = (lane, round) => lane.frames[Math.min(round, lane.frames.length - 1)];

/** Return lanes side by side, as many as have room; `draw(lane, i, width)` makes one, of `rows` elements. */
function inLanes(play, width, rows, draw) {
  const columns = Math.max(1, Math.min(play.lanes.length, Math.floor((width + GAP) / (LANE + GAP))));
  const wide = Math.floor((width - GAP * (columns - 1)) / columns);
  const lanes = play.lanes.map((lane, i) => `<figure class="cw-lane" style="grid-row:span ${rows}">${draw(lane, i, wide)}</figure>`);
  return `<div class="cw-lanes" style="grid-template-columns:repeat(${columns},${wide}px)">${lanes.join("")}</div>`;
}

const caption = (lane, sizes) => `<figcaption><strong>${escaped(lane.name)}</strong><span>${escaped(sizes)}</span></figcaption>`;

/** What is said of a chosen part of a lane, or a hint where none is chosen. */
const reason = (text, hint) => `<p class="cw-why">${escaped(text ?? hint)}</p>`;

/** A drawing that arrow keys move in, from 1 to `count`; `text` says where they are. */
const field = (lane, i, { label, count, at, text, more = "" }, svg) =>
  `<div class="cw-bars" data-lane="${i}" ${more} data-lm-suppress-shortcuts="true"${
    count === 0
      ? ""
      : ` role="slider" tabindex="0" aria-label="${escaped(label)} of ${escaped(lane.name)}" aria-valuemin="1" aria-valuemax="${count}" ` +
        `aria-valuenow="${at + 1}" aria-valuetext="${escaped(text)}"`
  }>${svg}</div>`;

const inSentences = (parts) => parts.filter((part) => part).join(". ");

/** How a round ended: what the provider says, what stopped the function, and what is to be noted. */
function ending(lane, frame, round) {
  const last = lane.frames.length - 1;
  const said = [];
  if (frame.error) said.push(`<p class="cw-error">○ ${escaped(frame.who ?? lane.name)} ${escaped(frame.error)}</p>`);
  else if (frame.answer && frame.accepted) said.push(`<p class="cw-accepted">✓ ${escaped(frame.answer)}</p>`);
  else if (frame.answer) said.push(`<p class="cw-refused">✗ ${escaped(frame.answer)}</p>`);
  if (round > last) said.push(`<p class="cw-note">The session ended in round ${last}.</p>`);
  if (frame.note) said.push(`<p class="cw-note">note: ${escaped(lane.name)} ${escaped(frame.note)}</p>`);
  return `<div class="cw-answer">${said.join("")}</div>`;
}

/** What requests cost so far, beside the dearest lane, and how much of this one came from the cache. */
function costs(play, frame) {
  if (!frame.answer && !frame.error) return "";
  const dearest = Math.max(...play.lanes.map((lane) => lane.frames.at(-1).cost), 1e-9);
  const bar = (part, kind) => `<span class="cw-meter"><span class="${kind}" style="width:${fixed(part * 100)}%"></span></span>`;
  const read = frame.tokens ? frame.read / frame.tokens : 0;
  return `<span>cost so far</span>${bar(frame.cost / dearest, "cw-cost")}<span>$${frame.cost.toFixed(4)}</span>
<span>from the cache</span>${bar(read, "cw-read")}<span>${Math.round(read * 100)} %</span>`;
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

const legendOf = (keys, id) =>
  `<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>${patterns(id)}</defs></svg><ul class="cw-legend">${keys.join("")}</ul>`;
