// The estimator, drawn: plain data in, HTML out. Plain data as autograder/widgets/estimator.py describes it.

const SOON = 150; // ms after the last key before the kernel is asked
const OWN_ROWS = 3; // lines of the field

/** How blanks are shown, so that every token can be seen. */
const BLANK = { " ": "·", "\t": "→", "\n": "↵\n", "\r": "␍", "\u00a0": "·" };

const percent = (estimate, exact) => Math.round(((estimate - exact) / exact) * 100);
const signed = (n) => `${n > 0 ? "+" : n < 0 ? "−" : "±"}${number(Math.abs(n))} %`;

/** Say how an estimate compares: exact, too low or too high. */
function compared([estimate, problem], exact) {
  if (estimate === null) return problem;
  const said = number(Math.round(estimate));
  if (exact === 0) return said;
  const off = percent(estimate, exact);
  return off === 0 ? `${said}, exact` : `${said}, ${signed(off)} ${off < 0 ? "too low" : "too high"}`;
}

/** Return a text's tokens as HTML: neighbours differ in shade, each has a line before it, and blanks are marks. */
export function cutUp(text) {
  let at = 0;
  return text.pieces
    .map(([piece, count]) => {
      const first = at + 1;
      at += count;
      const shown = [...piece].map((c) => (c in BLANK ? `<i>${BLANK[c]}</i>` : escaped(c))).join("");
      const many = count > 1 ? `\u2060<sub>${count}</sub>` : "";
      const title = count > 1 ? `tokens ${first} to ${at}` : `token ${first}`;
      return `<span class="ce-token ce-${first % 4}" title="${title}">${shown}${many}</span>`;
    })
    .join("");
}

/** Return a text's numbers as HTML: a bar for the exact count, and one for each estimate. */
export function meters(play, text) {
  const values = [text.tokens, ...text.estimates.map(([estimate]) => estimate ?? 0)];
  const most = Math.max(1, ...values);
  const bar = (value, kind) => `<span class="ce-bar ${kind}" style="width:${fixed((Math.max(0, value) / most) * 100)}%"></span>`;
  const row = (name, drawn, said) => `<li><span>${escaped(name)}</span><span class="ce-scale">${drawn}</span><span>${said}</span></li>`;
  const rows = play.names.map((name, i) => {
    const [estimate] = text.estimates[i];
    const said = escaped(compared(text.estimates[i], text.tokens));
    if (estimate === null) return row(name, "", `<span class="cw-error">${said}</span>`);
    return row(name, bar(estimate, estimate < text.tokens ? "ce-low" : "ce-high"), said);
  });
  const exact = `<strong>${counted(text.tokens, "token")}</strong> · ${counted([...text.text].length, "character")}`;
  return `<ul class="ce-meters">${row("exact", bar(text.tokens, "ce-exact"), exact)}${rows.join("")}</ul>`;
}

/** Return a table of numbers, a row for each of `rows`; `first` makes a row's first cell. */
function comparison(play, rows, caption, first) {
  const head = ["", "exact", ...play.names].map((name) => (name ? `<th scope="col">${escaped(name)}</th>` : "<td></td>")).join("");
  const body = rows
    .map((row, i) => {
      const cells = row.estimates.map((each) => `<td${each[0] !== null && each[0] < row.tokens / 2 ? ' class="ce-half"' : ""}>${escaped(compared(each, row.tokens))}</td>`);
      return `<tr><th scope="row">${first(row, i)}</th><td>${number(row.tokens)}</td>${cells.join("")}</tr>`;
    })
    .join("");
  return `<div class="ce-wide" role="region" tabindex="0" aria-label="${caption}"><table class="ce-table"><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** Put the estimator into an element; return what a caller may do with it. */
export function mount(el, given, { ask } = {}) {
  let [play, shown, timer] = [given, given.shown, null];
  const field = ask
    ? `<label class="ce-own">Type or paste a text<textarea rows="${OWN_ROWS}" data-asks spellcheck="false"></textarea></label>`
    : "";
  const root = rooted(`${field}<label class="ce-choice">${ask ? "or choose one" : "Choose a text"} <select></select></label>
<div class="ce-numbers" role="status"></div><div class="ce-tokens" role="region" tabindex="0" aria-label="the text, cut into tokens"></div><div class="ce-writings"></div>
<details class="cw-details"><summary>all kinds of text</summary><div class="ce-kinds"></div></details>`);
  const find = (name) => root.querySelector(name);
  const [area, select] = [find("textarea"), find("select")];

  const show = () => {
    const text = play.texts[shown];
    select.innerHTML = play.texts.map((each, i) => `<option value="${i}">${escaped(each.kind)}</option>`).join("");
    select.value = shown;
    find(".ce-numbers").innerHTML = meters(play, text);
    find(".ce-tokens").innerHTML = cutUp(text);
    find(".ce-writings").innerHTML = comparison(play, text.writings, "by script, each estimated alone", (row) => escaped(row.name));
    find(".ce-kinds").innerHTML = comparison(play, play.texts, "by kind of text; bold is below half", (row, i) => `<button type="button" data-text="${i}" data-lm-suppress-shortcuts="true">${escaped(row.kind)}</button>`);
  };
  const choose = (next) => {
    shown = next;
    if (area) area.value = play.texts[shown].text;
    show();
  };
  const typed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => ask({ text: area.value }), SOON);
  };

  select.addEventListener("change", () => choose(Number(select.value)));
  area?.addEventListener("input", typed);
  root.addEventListener("click", ({ target }) => target.dataset.text && choose(Number(target.dataset.text)));
  el.replaceChildren(root);
  choose(shown);
  return {
    show: () => {},
    replace: (next) => {
      play = next;
      shown = play.texts.length - 1; // what was typed
      show();
    },
    destroy: () => clearTimeout(timer),
  };
}

export default live(mount);
