// The form of the verification page: reads what is typed, shows what the check found; nothing leaves the page.
"use strict";

const ROWS_AT_ONCE = 20, ROWS_MOST = 2000;
const page = JSON.parse(document.getElementById("release").textContent);
const release = { n: page.n, attributes: page.attributes.map(unpackAttribute) };
const form = document.getElementById("record"), found = document.getElementById("found");
let current = 0;

const filled = (sentence, gaps) => sentence.replace(/\{(\w+)\}/g, (_, name) => gaps[name]);
const measure = (value) => (Number.isFinite(value) ? String(Number(value.toPrecision(4))) : "–");

/** A share in per cent that reads as neither 0 nor 100 unless it is. */
function percent(share) {
  const text = (100 * share).toFixed(1);
  if (share > 0 && text === "0.0") return "< 0.1 %";
  if (share < 1 && text === "100.0") return "> 99.9 %";
  return `${text} %`;
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// ---- what is typed -----------------------------------------------------------------------------------------------

const NUMBER = new RegExp(`^[+-]?(?:[0-9]+(?:[${page.decimalMark}][0-9]*)?|[${page.decimalMark}][0-9]+)(?:[eE][+-]?[0-9]+)?$`);

/** The value of one field: a number, null where it is unknown, undefined where it cannot be read. */
function ownValue(field, attribute) {
  const text = field.value.trim();
  if (text === "") return null;
  if (attribute.categories) return Number(text);
  if (attribute.time) return ownMoment(text, attribute.time);
  const value = Number(text.replace(page.decimalMark, "."));
  return NUMBER.test(text) && Number.isFinite(value) ? value : undefined;
}

const CLOCK = /^(\d{1,3}):(\d{2})(?::(\d{2}(?:\.\d+)?))?$/;
const CALENDAR = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,3}:\d{2}(?::\d{2}(?:\.\d+)?)?))?$/;
const SECONDS_OF_A_DAY = 86400;

/** A time of day in seconds, a date in days since 1970-01-01; undefined where it is none. */
function ownMoment(text, time) {
  if (time === "clock") {
    const [, hours, minutes, seconds] = CLOCK.exec(text) ?? [];
    return hours === undefined || minutes > 59 || seconds >= 60 ? undefined : hours * 3600 + minutes * 60 + Number(seconds ?? 0);
  }
  const [, year, month, day, clock] = CALENDAR.exec(text) ?? [];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (year === undefined || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== Number(day)) return undefined;
  const seconds = clock ? ownMoment(clock, "clock") : 0;
  return seconds === undefined ? undefined : date.getTime() / 1000 / SECONDS_OF_A_DAY + seconds / SECONDS_OF_A_DAY;
}

/** A point in time as ISO 8601 writes it. */
function momentText(value, time) {
  const two = (number) => String(number).padStart(2, "0");
  if (time === "clock") {
    const seconds = Math.round(value);
    return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  }
  return new Date(Math.round(value * SECONDS_OF_A_DAY) * 1000).toISOString().slice(0, 19).replace("T00:00:00", "").replace("T", " ");
}

const numberText = (attribute, value) =>
  attribute.time ? momentText(value, attribute.time) : String(value).replace(".", page.decimalMark);

function unreadable(attribute) {
  if (attribute.time) return attribute.time === "clock" ? page.texts.noTime : page.texts.noDate;
  return filled(page.texts.noNumber, { mark: page.decimalMark });
}

function readForm() {
  return release.attributes.map((attribute, j) => {
    const field = document.getElementById(`value-${j}`), note = document.getElementById(`note-${j}`);
    const value = ownValue(field, attribute);
    if (value === undefined) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    note.textContent = value === undefined ? unreadable(attribute) : "";
    return value;
  });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const own = readForm();
  current += 1;
  const invalid = own.findIndex((value) => value === undefined);
  if (invalid >= 0) {
    found.replaceChildren();
    document.getElementById(`value-${invalid}`).focus();
  } else if (own.every((value) => value === null)) {
    found.replaceChildren(element("p", { className: "notice warning" }, page.texts.nothingTyped));
  } else {
    show(checkRecord(release, own), current);
  }
});

form.addEventListener("reset", () => {
  current += 1;
  found.replaceChildren();
  for (const note of form.querySelectorAll(".invalid")) note.textContent = "";
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
});

// ---- what was found ----------------------------------------------------------------------------------------------

function show(check, asked) {
  const chance = element("p", { id: "chance", className: "notice" });
  chance.setAttribute("role", "status");
  const heading = element("h2", { tabIndex: -1 }, page.texts.foundHeading);
  found.replaceChildren(
    heading,
    keyFigures(check),
    element("p", {}, distanceSentence(check)),
    element("h3", {}, page.texts.attributesHeading),
    attributesTable(check),
    element("h3", {}, page.texts.recordsHeading),
    ...recordsTable(check),
    element("h3", {}, page.texts.chanceHeading),
    chance,
    element("h3", {}, page.texts.openHeading),
    element("ul", {}, ...openQuestions(check).map((sentence) => element("li", {}, sentence))),
  );
  heading.focus();
  judge(check, chance, asked);
}

function keyFigures({ distance, n, matches }) {
  const { texts } = page;
  const figures = [
    ["distance", texts.distance, distance, filled(texts.ofRanks, { n })],
    ["share", texts.share, percent(distance / n), texts.shareMeaning],
    ["matches", texts.matches, matches.length, texts.matchesMeaning],
  ];
  return element("dl", { className: "key-figures" }, ...figures.map(([id, label, value, meaning]) =>
    element("div", {}, element("dt", {}, label), element("dd", { className: "value", id }, String(value)),
      element("dd", { className: "meaning" }, meaning))));
}

function distanceSentence({ distance, n }) {
  return distance === 0 ? page.texts.notMoved : filled(page.texts.moved, { d: distance, n });
}

const rankText = ({ low, high, ranks }) =>
  low < 1 || !ranks.n ? "–" : low === high ? String(low) : `${low}–${high}`;

function table(titles, rows, caption) {
  const head = element("tr", {}, ...titles.map(([title, isNumber]) =>
    element("th", { scope: "col", className: isNumber ? "number" : "" }, title)));
  const holder = element("div", { className: "table", tabIndex: 0 },
    element("table", {}, element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...rows)));
  holder.setAttribute("role", "region");
  holder.setAttribute("aria-label", caption);
  return holder;
}

function valueText(attribute, value) {
  if (value === attribute.lower.length) return "–";
  if (attribute.categories) {
    const [low, high] = [attribute.lower[value], attribute.upper[value]];
    return low === high ? attribute.categories[low - 1] : `${attribute.categories[low - 1]} – ${attribute.categories[high - 1]}`;
  }
  const [low, high] = [attribute.lower[value], attribute.upper[value]].map((bound) => numberText(attribute, bound));
  return low === high ? low : `[${low}; ${high}]`;
}

const ownText = ({ attribute, own }) =>
  attribute.categories ? attribute.categories[own - 1] : numberText(attribute, own);

function attributesTable(check) {
  const { texts } = page, first = check.matches[0];
  const titles = [[texts.attribute], [texts.own, true], [texts.closestRank, true],
    [filled(texts.valueInRow, { row: first + 1 }), true], [texts.deviation, true], [texts.variance, true]];
  const rows = check.compared.map((c) => {
    const value = c.attribute.ofRecord[first];
    return element("tr", {}, element("th", { scope: "row" }, c.attribute.name), number(ownText(c)), number(rankText(c)),
      number(valueText(c.attribute, value)), number(c.deviations[value]), number(measure(c.variance)));
  });
  return table(titles, rows, filled(texts.attributesCaption, { d: check.distance }));
}

const number = (content) => element("td", { className: "number" }, content instanceof Node ? content : String(content));

function marked(text, isBoxed, isMatch) {
  const classes = [isBoxed && "boxed", isMatch && "bold underlined"].filter(Boolean).join(" ");
  return element("span", { className: classes }, String(text));
}

/** Table 3, the nearest records first, more of them on demand. */
function recordsTable(check) {
  const { texts } = page;
  const nearest = nearestRecords(check, ROWS_MOST);
  const titles = [[texts.record], ...check.compared.map((c) => [c.attribute.name, true]),
    ...check.compared.map((c) => [filled(texts.deviationOf, { name: c.attribute.name }), true]), [texts.largest, true]];
  const holder = table(titles, [], filled(texts.recordsCaption, { n: check.n, d: check.distance }));
  holder.classList.add("records");
  const body = holder.querySelector("tbody");
  const more = element("button", { type: "button", id: "more" }, texts.more);
  const showMore = () => {
    const from = body.children.length;
    body.append(...nearest.slice(from, from + ROWS_AT_ONCE).map((p) => recordRow(check, p)));
    more.hidden = body.children.length >= nearest.length;
  };
  more.addEventListener("click", showMore);
  showMore();
  return [holder, more];
}

function recordRow(check, p) {
  const isMatch = check.maxima[p] === check.distance;
  const values = check.compared.map((c) => {
    const isClosest = c.attribute.ofRecord[p] < c.attribute.lower.length && c.deviations[c.attribute.ofRecord[p]] === 0;
    return number(marked(valueText(c.attribute, c.attribute.ofRecord[p]), isClosest, isMatch));
  });
  const deviations = check.compared.map((c) => number(marked(c.deviations[c.attribute.ofRecord[p]], false, isMatch)));
  const record = element("th", { scope: "row", className: "number" }, marked(p + 1, false, isMatch));
  return element("tr", {}, record, ...values, ...deviations, number(marked(check.maxima[p], isMatch, isMatch)));
}

/** The records with the smallest deviations, equal ones in file order; counted rather than sorted, for large files. */
function nearestRecords({ maxima, n }, most) {
  const counts = new Uint32Array(n + 1);
  for (const maximum of maxima) counts[maximum] += 1;
  let limit = 0;
  for (let taken = counts[0]; taken < Math.min(most, n) && limit < n;) taken += counts[++limit];
  const rows = [];
  maxima.forEach((maximum, p) => maximum <= limit && rows.push(p));
  return rows.sort((a, b) => maxima[a] - maxima[b] || a - b).slice(0, most);
}

// ---- chance, and what stays open -----------------------------------------------------------------------------------

const lacking = (check) => check.compared.filter((c) => !c.isHeld).map((c) => c.attribute.name);
const canJudge = (check) => page.isPurePermutation && !lacking(check).length && check.compared.length > 1;

async function judge(check, chance, asked) {
  const { texts } = page;
  if (!canJudge(check)) {
    chance.textContent = texts.notTested;
    return;
  }
  chance.textContent = texts.testing;
  let answer;
  try {
    answer = await plausibility(check, () => asked === current);
  } catch (stop) {
    if (stop.message !== "stopped") throw stop;
    return;
  }
  if (asked !== current) return;
  chance.dataset.share = answer.share;
  const share = filled(texts.chance, { share: percent(answer.share), n: answer.n });
  const judged = answer.share > page.alpha ? texts.plausible : texts.implausible;
  chance.textContent = `${share} ${filled(judged, { alpha: percent(page.alpha) })}`;
  chance.classList.toggle("warning", answer.share <= page.alpha);
}

function openQuestions(check) {
  const { texts } = page, without = lacking(check);
  const known = new Set(check.compared.map((c) => c.place));
  const unknown = release.attributes.filter((_, j) => !known.has(j)).map((attribute) => attribute.name);
  const open = [];
  if (without.length && page.isPurePermutation) open.push(filled(texts.lacking, { names: without.join(", ") }));
  if (without.length || !page.isPurePermutation) open.push(texts.changeOfScale);
  if (!page.isPurePermutation) open.push(texts.onlyIfPermutation);
  else if (check.compared.length === 1) open.push(texts.oneAttribute);
  if (unknown.length) open.push(filled(texts.unknown, { names: unknown.join(", ") }));
  open.push(texts.agencyOnly);
  return open;
}
