// The cut, drawn: plain data in, HTML with SVG out. Plain data as autograder/widgets/cutter.py describes it.

const TALL = 110; // px, the tallest bar
const MARKS = 22; // px above the bars: what a provider says of each cut
const UNDER = 44; // px below the bars: letters, brackets, and where the function cuts
const EDGE = 8; // px beside the first and the last cut, half a slider's thumb
const WIDEST = 34; // px a message may take

const isAccepted = (cut, profile) => cut.answers[profile][0] === "";

/** How many messages a cut sends. */
const sentBy = (play, start) => play.head + play.messages.length - start;

/** Say what comes of a cut. */
export function verdict(play, cut, profile) {
  const [answer] = cut.answers[profile];
  return `The tail begins at ${cut.start}: ${counted(sentBy(play, cut.start), "message")}, ${counted(cut.tokens, "token")}. ${answer ? `✗ ${answer}` : "✓ accepted"}`;
}

/** Say what the function does where it is asked for as many messages; empty where there is none. */
export function choice(play, cut, profile) {
  if (cut.mine === null) return "";
  const asked = `${play.name}, asked for ${counted(sentBy(play, cut.start), "message")}`;
  if (cut.mine.problem) return `${asked}, ${cut.mine.problem}`;
  const chosen = play.cuts.find((each) => each.start === cut.mine.start);
  const said = chosen === undefined ? "" : isAccepted(chosen, profile) ? ": ✓ accepted" : ": ✗ refused";
  if (cut.mine.start <= play.head) return `${asked}, keeps everything${said}`;
  return `${asked}, begins its tail at ${cut.mine.start}${said}`;
}

/** Return a cut as SVG. A pure function: the same arguments, the same text. */
export function drawn(play, start, profile, width, id) {
  const cut = play.cuts[start - play.head];
  const step = Math.min(WIDEST, (width - 2 * EDGE) / Math.max(1, play.messages.length));
  const wide = Math.max(2, step - Math.min(10, step * 0.35));
  const tallest = Math.max(1, ...play.messages.map((message) => message.tokens));
  const floor = MARKS + TALL;
  const gap = (i) => fixed(EDGE + i * step);
  const bars = play.messages.map((message, i) => {
    const tall = fixed(Math.max(4, (message.tokens / tallest) * TALL));
    const x = fixed(EDGE + i * step + (step - wide) / 2);
    const gone = i >= play.head && i < start;
    const blamed = i === cut.answers[profile][1];
    const look = gone ? 'class="cw-gone"' : `${fill(id, message)}${blamed ? ' class="cc-blamed"' : ""}`;
    const words = `${i}: ${labelOf(message)} · ${counted(message.tokens, "token")}${gone ? " · cut away" : blamed ? " · what the provider refuses" : ""}`;
    const kind = gone ? "cw-faint" : blamed ? "cc-bad" : "";
    const letter = step < 9 ? "" : `<text x="${fixed(x + wide / 2)}" y="${floor + 12}" text-anchor="middle" class="${kind}">${blamed ? "✗" : message.letter}</text>`;
    return `<g><title>${escaped(words)}</title><rect x="${x}" y="${fixed(floor - tall)}" width="${fixed(wide)}" height="${tall}" ${look}/>${letter}</g>`;
  });
  const marks = play.cuts.map((each) => {
    const good = isAccepted(each, profile);
    return `<text x="${gap(each.start)}" y="11" text-anchor="middle" class="${good ? "cc-good" : "cc-bad"}">${good ? "✓" : "✗"}</text>`;
  });
  const mine = cut.mine === null || cut.mine.problem ? "" : `<path d="M${gap(Math.max(play.head, cut.mine.start))} ${floor + 30}l-6 11h12z" class="cc-mine"/>`;
  const line = `<path d="M${gap(start)} 14V${floor + 28}" class="cc-line ${isAccepted(cut, profile) ? "" : "cc-refused"}"/>`;
  return `<svg role="img" aria-label="${escaped(verdict(play, cut, profile))}" width="${width}" height="${floor + UNDER}" viewBox="0 0 ${width} ${floor + UNDER}">
<defs>${patterns(id)}</defs>${marks.join("")}${bars.join("")}<path d="M0 ${floor + 0.5}H${width}" class="cw-floor"/>${batches(play, start, step, wide, floor + 17)}${line}${mine}</svg>`;
}

function batches(play, start, step, wide, y) {
  const found = new Map();
  play.messages.forEach(({ batch }, i) => batch != null && found.set(batch, [...(found.get(batch) ?? []), i]));
  return [...found.values()]
    .filter((members) => members.length > 1)
    .map((members) => {
      const [x, z] = [members[0], members.at(-1)].map((i) => EDGE + i * step + step / 2);
      const split = members.some((i) => i >= play.head && i < start) && members.some((i) => i < play.head || i >= start);
      return `<path d="M${fixed(x - wide / 2)} ${y}v5H${fixed(z + wide / 2)}v-5" class="cw-bracket${split ? " cw-split" : ""}"/>`;
    })
    .join("");
}

/** Put the cut into an element; return what a caller may do with it. */
export function mount(el, play) {
  const id = `cc-${(mounted += 1)}`;
  const last = play.messages.length;
  let [start, profile] = [Math.min(last, play.head + Math.ceil((last - play.head) / 2)), play.profiles[0]];
  const keys = roleKeys(play.messages, id);
  keys.push(`<li>${swatch('<rect x="1" y="1" width="12" height="12" class="cw-gone"/>')} cut away</li>`);
  keys.push(`<li>${swatch('<path d="M1 4v5H13v-5" class="cw-bracket"/>')} one batch</li>`);
  if (play.name) keys.push(`<li>${swatch('<path d="M7 1l-6 11h12z" class="cc-mine"/>')} where ${escaped(play.name)} cuts</li>`);
  const root = rooted(`<div class="cw-controls"><label>provider <select class="cc-profile"></select></label>
<button type="button" class="cc-follow">Cut where ${escaped(play.name)} does</button></div>
<div class="cc-stage"></div><input type="range" class="cc-cut" min="${play.head}" max="${last}" step="1" aria-label="where the tail begins">
<p class="cc-verdict"></p><p class="cc-choice"></p>
<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>${patterns(id)}</defs></svg><ul class="cw-legend">${keys.join("")}</ul>`);
  const find = (name) => root.querySelector(name);
  const [stage, range, select, follow] = [find(".cc-stage"), find(".cc-cut"), find(".cc-profile"), find(".cc-follow")];
  const width = () => stage.clientWidth || 720;
  const step = () => Math.min(WIDEST, (width() - 2 * EDGE) / Math.max(1, last));

  const show = (next) => {
    start = Math.max(play.head, Math.min(last, next));
    const cut = play.cuts[start - play.head];
    stage.innerHTML = drawn(play, start, profile, width(), id);
    range.value = start;
    range.style.width = `${(last - play.head) * step() + 2 * EDGE}px`;
    range.style.marginLeft = `${play.head * step()}px`;
    range.setAttribute("aria-valuetext", `${verdict(play, cut, profile)} ${choice(play, cut, profile)}`);
    find(".cc-verdict").textContent = verdict(play, cut, profile);
    find(".cc-verdict").className = `cc-verdict ${isAccepted(cut, profile) ? "" : "cw-refused"}`;
    find(".cc-choice").textContent = choice(play, cut, profile);
    follow.disabled = cut.mine === null || cut.mine.start === null;
  };
  const dragged = (event) => {
    const at = (event.clientX - stage.getBoundingClientRect().left - EDGE) / step();
    if (Math.round(at) !== start) show(Math.round(at));
  };

  select.innerHTML = play.profiles.map((name) => `<option>${escaped(name)}</option>`).join("");
  select.addEventListener("change", () => ((profile = select.value), show(start)));
  follow.hidden = !play.name;
  follow.addEventListener("click", () => show(play.cuts[start - play.head].mine.start));
  range.addEventListener("input", () => show(Number(range.value)));
  stage.addEventListener("pointerdown", (event) => {
    event.preventDefault(); // no text is selected by dragging
    stage.setPointerCapture(event.pointerId);
    range.focus({ preventScroll: true });
    dragged(event);
  });
  stage.addEventListener("pointermove", (event) => stage.hasPointerCapture(event.pointerId) && dragged(event));
  el.replaceChildren(root);
  show(start);
  const watcher = new ResizeObserver(() => show(start));
  watcher.observe(stage);
  return { show: () => {}, replace: () => {}, destroy: () => watcher.disconnect() };
}

export default live(mount);
