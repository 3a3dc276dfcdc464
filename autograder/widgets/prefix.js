// The prefix, drawn: plain data in, HTML with SVG out. Plain data as autograder/widgets/prefix_rounds.py describes it.

const LABEL = 13; // px, a line of text in the drawing
const BAR = 16; // px, a request
const STRIP = 6; // px, what is the same and what came from the cache
const BILL = 74; // px, the dearest request
const COLUMN = 44; // px, the widest column of a request
const CROWDED = 18; // px, a column below this has no room for its number beside the next

const HINT = "Point at a message, or use the arrow keys on them, to see what is paid for it and why.";

/** How a message of a request is paid: its mark, and the words for it. */
const PAID = {
  cache: "read from the cache",
  changed: "it begins like the last request and then differs: paid in full, and so is all behind it",
  again: "it was sent before, behind the first difference: paid in full once more",
  new: "new in this request: paid in full",
  small: "sent before, and the request is too small to be cached: paid in full",
  refused: "the request was refused: nothing is paid",
  late: "sent before, and the cache has forgotten it: paid in full",
};

const dollars = (n) => `$${n.toFixed(4)}`;
const messagesOf = (play, frame) => frame.sent.map((each) => play.messages[each]);
const paidOf = (frame) => frame.bill.reduce((sum, each) => sum + each, 0);

/** Say how a message of a request is paid. */
function payment(play, lane, round, at) {
  const frame = frameAt(lane, round);
  const last = lane.frames[Math.min(round, lane.frames.length - 1) - 1];
  if (!frame.accepted) return "refused";
  if (at < frame.cached) return "cache";
  if (!last) return "new";
  const [whole, part] = frame.same;
  if (at === whole && part > 0 && last.sent[at] !== undefined) return "changed";
  if (at >= whole) return last.sent.includes(frame.sent[at]) ? "again" : "new";
  return frame.tokens < play.cache.minimum ? "small" : "late";
}

/** How many tokens of a request stand in the front that it has in common with the last one. */
function sameTokens(play, frame) {
  const [whole, part] = frame.same;
  const messages = messagesOf(play, frame);
  const tokens = messages.slice(0, whole).reduce((sum, message) => sum + message.tokens, 0);
  return Math.round(tokens + (messages[whole]?.tokens ?? 0) * part);
}

const sizes = (frame) => (frame.sent.length === 0 ? "nothing was sent" : `${counted(frame.sent.length, "message")} · ${counted(frame.tokens, "token")}`);

/** Return a round of a picture as HTML. A pure function: the same arguments, the same text. */
export function drawn(play, round, width, id, chosen = null) {
  const frames = play.lanes.flatMap((lane) => lane.frames);
  const scale = {
    most: Math.max(1, ...frames.map((frame) => frame.tokens)),
    dearest: Math.max(1e-9, ...frames.map(paidOf)),
    count: Math.max(...play.lanes.map((lane) => lane.frames.length)),
  };
  return inLanes(play, width, 8, (lane, i, wide) => {
    const frame = frameAt(lane, round);
    const count = frame.sent.length;
    const at = chosen?.lane === i ? Math.min(chosen.at, count - 1) : null;
    const text = count ? why(play, lane, round, at ?? count - 1) : "";
    const slider = { label: "messages of the request", count, at: at ?? count - 1, text, more: `data-scale="${fixed(wide / scale.most)}"` };
    return `${caption(lane, sizes(frame))}${field(lane, i, slider, bars(play, lane, round, { ...scale, width: wide }, `${id}-${i}`, at))}
${parting(frame)}<div class="cp-bill">${bill(lane, round, { ...scale, width: wide }, `${id}-${i}-bill`)}</div><div class="cw-meters">${costs(play, frame)}</div>
<p class="cw-done">${escaped(doneInWords(play, lane, round))}</p>${reason(at === null ? null : text, HINT)}${ending(lane, frame, round)}`;
  });
}

/** Draw the last request and this one, how far they are the same, and how far the cache was read. */
function bars(play, lane, round, scale, id, at) {
  const now = Math.min(round, lane.frames.length - 1);
  const [frame, last] = [lane.frames[now], lane.frames[now - 1]];
  const place = scale.width / scale.most;
  const top = 2 * LABEL + BAR + 4;
  const request = (each, y) => {
    let x = 0;
    return messagesOf(play, each).map((message) => [fill(id, message), (x += message.tokens * place) - message.tokens * place, y, Math.max(0.5, message.tokens * place - 0.5), BAR]);
  };
  const label = (text, y) => `<text x="0" y="${y}" class="cw-faint">${text}</text>`;
  const height = top + BAR + 2 * STRIP + 8;
  const strip = (tokens, y, tall, kind) => (tokens ? `<rect x="0" y="${y}" width="${fixed(tokens * place)}" height="${tall}" class="${kind}"/>` : "");
  const same = sameTokens(play, frame);
  const cut = last && !frame.error ? `<path d="M${fixed(Math.max(1, same * place))} ${LABEL}V${height}" class="cp-cut"/>` : "";
  const chosenAt = at === null || at < 0 ? "" : chosenBox(messagesOf(play, frame), at, place, top);
  return `<svg role="img" aria-label="${escaped(`${lane.name}: ${sizes(frame)}, the first ${counted(same, "token")} as in the last request, ${number(frame.read)} read from the cache`)}" width="${scale.width}" height="${height}" viewBox="0 0 ${scale.width} ${height}">
<defs>${patterns(id)}</defs>${label(last ? "the last request" : "no request before", LABEL - 4)}${label("this request", top - 4)}
${last ? joined(request(last, LABEL)) : ""}${joined(request(frame, top))}${strip(same, top + BAR + 3, 2, "cp-same")}${strip(frame.read, top + BAR + STRIP + 1, STRIP - 1, "cw-cached")}${cut}${chosenAt}</svg>`;
}

function chosenBox(messages, at, place, top) {
  const before = messages.slice(0, at).reduce((sum, message) => sum + message.tokens, 0);
  return `<rect x="${fixed(before * place - 1)}" y="${top - 1}" width="${fixed(messages[at].tokens * place + 2)}" height="${BAR + 2}" class="cw-chosen"/>`;
}

/** The two texts where they part, and what the learner's own measure says of the front. */
function parting(frame) {
  if (frame.around === null) return '<div class="cp-part"></div>';
  const [last, now] = frame.around.map((sides) => sides.map(escaped).join('<b class="cp-here">│</b>'));
  const measured = frame.measured ? `<p>${escaped(frame.measured)}</p>` : "";
  return `<div class="cp-part"><div><span>last</span><code>${last}</code></div><div><span>this</span><code>${now}</code></div>${measured}</div>`;
}

/** The pattern of what is paid in full. */
const hatched = (id) => `<pattern id="${id}-full" width="5" height="5" patternUnits="userSpaceOnUse"><rect width="5" height="5" class="cp-full"/><path d="M0 5L5 0M-1 1L1 -1M4 6L6 4" class="cw-ink"/></pattern>`;

/** Draw what each request cost up to this round: from the cache, the rest of the prompt, the reply. */
function bill(lane, round, scale, id) {
  const step = fixed(Math.min(COLUMN, scale.width / scale.count));
  const wide = Math.max(1, step - (step > 6 ? 2 : 0));
  const floor = LABEL + BILL;
  const shown = lane.frames.slice(0, round + 1).filter((frame) => !frame.error); // an error is the last there is
  const boxes = shown.flatMap((frame, n) => {
    let y = floor;
    return frame.bill.map((part, i) => {
      const tall = (part / scale.dearest) * BILL;
      return [['class="cw-cached"', `fill="url(#${id}-full)"`, 'class="cp-reply"'][i], n * step, (y -= tall), wide, tall];
    });
  });
  const every = Math.ceil(CROWDED / step);
  const numbers = Array.from({ length: scale.count }, (_, n) => n)
    .filter((n) => n === round || (n % every === 0 && Math.abs(n - round) >= every))
    .map((n) => `<text x="${fixed(n * step + wide / 2)}" y="${floor + 12}" text-anchor="middle" class="${n === round ? "cw-mark" : "cw-faint"}">${n}</text>`);
  const band = `<rect x="${fixed(round * step - 1)}" y="${LABEL}" width="${step}" height="${BILL + 16}" class="cw-shade"/>`;
  const words = `what each request cost, up to ${dollars(scale.dearest)}`;
  return `<svg role="img" aria-label="${escaped(`${lane.name}: ${words}`)}" width="${scale.width}" height="${floor + 18}" viewBox="0 0 ${scale.width} ${floor + 18}">
<defs>${hatched(id)}</defs>${band}<text x="0" y="9" class="cw-faint">${words}</text>${joined(boxes)}<path d="M0 ${floor + 0.5}H${scale.width}" class="cw-floor"/>${numbers.join("")}</svg>`;
}

function doneInWords(play, lane, round) {
  const frame = frameAt(lane, round);
  if (round >= lane.frames.length || !frame.answer || !frame.accepted) return "";
  const all = `this round: ${dollars(paidOf(frame))}, ${counted(frame.read, "token")} from the cache, ${number(frame.tokens - frame.read)} paid in full`;
  return frame.read === 0 && frame.tokens < play.cache.minimum ? `${all}; ${play.cache.model} caches from ${number(play.cache.minimum)} tokens on` : all;
}

/** Say what a message of a request is, and what is paid for it. */
export function why(play, lane, round, at) {
  const frame = frameAt(lane, round);
  const message = play.messages[frame.sent[at]];
  return `${labelOf(message)} · ${counted(message.tokens, "token")} · ${PAID[payment(play, lane, round, at)]}`;
}

/** Return a round's requests as tables: the same as the bars, to read. */
export function listed(play, round) {
  const tables = play.lanes.map((lane) => {
    const rows = messagesOf(play, frameAt(lane, round)).map(
      (message, at) =>
        `<tr><td>${message.letter}</td><td>${number(message.tokens)}</td><td>${escaped(labelOf(message))} (${PAID[payment(play, lane, round, at)]})</td><td>${escaped(message.text)}</td></tr>`,
    );
    const head = '<tr><td></td><th scope="col">tokens</th><th scope="col">message</th><th scope="col">text</th></tr>';
    return `<div class="cw-list" tabindex="0" role="region" aria-label="messages of ${escaped(lane.name)}"><table><caption>${escaped(lane.name)}</caption><thead>${head}</thead><tbody>${rows.join("")}</tbody></table></div>`;
  });
  return tables.join("");
}

function legend(play, id) {
  const keys = roleKeys(play.messages, id);
  keys.push(`<li>${swatch('<rect y="6" width="14" height="2" class="cp-same"/>')} the same as in the last request</li>`);
  keys.push(`<li>${swatch('<path d="M7 0V14" class="cp-cut"/>')} the first difference</li>`);
  keys.push(`<li>${swatch('<rect width="14" height="14" class="cw-cached"/>')} from the cache</li>`);
  keys.push(`<li>${swatch(`<defs>${hatched(id)}</defs><rect width="14" height="14" fill="url(#${id}-full)"/>`)} paid in full</li>`);
  keys.push(`<li>${swatch('<rect x="1" y="1" width="12" height="12" class="cp-reply"/>')} reply</li>`);
  return legendOf(keys, id);
}

const spoken = (play, round) => inSentences(play.lanes.flatMap((lane) => [`${lane.name}: ${sizes(frameAt(lane, round))}`, doneInWords(play, lane, round)]));

/** Where the keys of a slider lead from a message. */
const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -Infinity, End: Infinity };

function chooseAt(play, round, lane, at) {
  const count = frameAt(play.lanes[lane], round).sent.length;
  return count ? { lane, at: Math.max(0, Math.min(at, count - 1)) } : null;
}

function pointed(play, round, event, place) {
  const lane = Number(place.dataset.lane);
  const tokens = (event.clientX - place.getBoundingClientRect().left) / Number(place.dataset.scale);
  let sum = 0;
  const at = messagesOf(play, frameAt(play.lanes[lane], round)).findIndex((message) => (sum += message.tokens) > tokens);
  return at < 0 ? null : chooseAt(play, round, lane, at);
}

function stepped(play, round, chosen, key, lane) {
  if (key === "" || !chosen) return chooseAt(play, round, lane, 0);
  return STEPS[key] === undefined ? null : chooseAt(play, round, lane, chosen.at + STEPS[key]);
}

/** Put a prefix into an element; return what a caller may do with it. */
export const mount = played({ drawn, legend, spoken, list: "the requests as a list", listed, opens: () => false, pointed, stepped });

export default live(mount);
