// Knobs: what a reader may turn on a picture, and who answers, the kernel or the page itself.

const FEW = "A page without a kernel knows a few places of each knob, one knob at a time. In a notebook every place works.";

/** Return what a change of a picture makes of it; changes as autograder/widgets/carrying.py writes them. */
function changed(before, change) {
  if (Array.isArray(change)) return change[0];
  if (!Array.isArray(before)) return { ...before, ...Object.fromEntries(Object.entries(change).map(([key, each]) => [key, changed(before[key], each)])) };
  return Array.from({ length: change.length ?? before.length }, (_, i) => (i in change ? changed(before[i], change[i]) : before[i]));
}

/** Return the knobs of a picture as controls: with a kernel every place, without one the places that it carries. */
function knobsDrawn(play, ask) {
  const shown = ({ key, label, value, least, most, step, unit, choices }) => {
    const places = ask ? null : play.turns[key].map(([place]) => place);
    if (choices)
      return `<label><span>${escaped(label)}</span><select data-asks data-key="${escaped(key)}">${choices.map((each) => `<option${each === value ? " selected" : ""}>${escaped(each)}</option>`).join("")}</select></label>`;
    const range = places ? `min="0" max="${places.length - 1}" step="1" value="${places.indexOf(value)}" data-places="${places.join(" ")}"` : `min="${least}" max="${most}" step="${step}" value="${value}"`;
    const said = `${number(value)} ${unit}`;
    return `<label><span>${escaped(label)}</span><input type="range" data-asks data-key="${escaped(key)}" ${range} aria-valuetext="${said}" data-unit="${unit}"><output>${said}</output></label>`;
  };
  return `<details class="cw-details cw-turn"><summary>change what is played</summary><div class="cw-knobs">${play.knobs.map(shown).join("")}</div>${ask ? "" : `<p class="cw-few">${FEW}</p>`}</details>`;
}

/** Return where a knob stands: a number, or one of its choices. */
function placeOfKnob(input) {
  if (input.type !== "range") return input.value;
  return input.dataset.places ? Number(input.dataset.places.split(" ")[input.value]) : Number(input.value);
}

/** Say a knob's place beside it. */
function sayPlace(input) {
  if (input.type !== "range") return;
  const said = `${number(placeOfKnob(input))} ${input.dataset.unit}`;
  input.setAttribute("aria-valuetext", said);
  input.nextElementSibling.textContent = said;
}

/** Make knobs answer: a kernel is asked; without one, the picture that is carried for the knob's place is shown. */
function turning(place, given, ask, replace) {
  const inputs = [...place.querySelectorAll("[data-key]")];
  const first = new Map(inputs.map((each) => [each, each.value]));
  place.addEventListener("input", ({ target }) => {
    if (!ask) for (const each of inputs) if (each !== target) each.value = first.get(each);
    target.dataset.turned = "yes";
    inputs.forEach(sayPlace);
    if (ask) return ask(Object.fromEntries(inputs.filter((each) => each.dataset.turned).map((each) => [each.dataset.key, placeOfKnob(each)])));
    const [, change] = given.turns[target.dataset.key].find(([each]) => each === placeOfKnob(target));
    replace(changed(given, change));
  });
}
