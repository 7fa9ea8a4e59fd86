// The check of one record against the released file: Algorithm 2 on rank intervals, worked out where the page is read.
"use strict";

const WILD_LOW = -(2 ** 29), WILD_HIGH = 2 ** 29;
const ROUNDING = 4 * Number.EPSILON;
const MOST_COMBINATIONS = 1e6, MOST_DRAWS = 10000, FEWEST_DRAWS = 1000, LONGEST_MILLISECONDS = 8000;
const SLICE_MILLISECONDS = 40;

// ---- the release -----------------------------------------------------------------------------------------------

const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** Little-endian numbers in base64, as the page holds them. */
function numbersOf(packed) {
  const kinds = { f8: Float64Array, u1: Uint8Array, u2: Uint16Array, u4: Uint32Array };
  return new kinds[packed.kind](bytesOf(packed.data).buffer);
}

/** One attribute of the release: the bounds of its distinct values, how many records hold each, and which one each
 * record holds (lower.length where it is missing). */
function unpackAttribute(packed) {
  const lower = numbersOf(packed.lower);
  const upper = packed.upper ? numbersOf(packed.upper) : lower;
  const ofRecord = numbersOf(packed.values);
  const counts = new Uint32Array(lower.length + 1);
  for (const value of ofRecord) counts[value] += 1;
  return { name: packed.name, categories: packed.categories, time: packed.time, lower, upper, ofRecord, counts };
}

// ---- ranks -----------------------------------------------------------------------------------------------------

/** Midpoint to 14 digits of the larger bound, so that midpoints equal in decimals are equal in binary too. */
function decimalMidpoint(low, high) {
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const digits = 13 - (largest > 0 ? Math.floor(Math.log10(largest)) : 0);
  const scale = 10 ** Math.min(Math.max(digits, -290), 290);
  return halfToEven((low / 2 + high / 2) * scale) / scale;
}

function halfToEven(value) {
  const whole = Math.floor(value), rest = value - whole;
  if (rest !== 0.5) return rest < 0.5 ? whole : whole + 1;
  return whole % 2 === 0 ? whole : whole + 1;
}

/** Ranks of the distinct values, in rank order: open ends are closed at the extremes of the release and of her value. */
function ranked(attribute, own) {
  const finite = [own];
  let arePoints = true;
  for (let c = 0; c < attribute.lower.length; c++) {
    const low = attribute.lower[c], high = attribute.upper[c];
    if (low !== high) arePoints = false;
    if (Number.isFinite(low)) finite.push(low);
    if (Number.isFinite(high)) finite.push(high);
  }
  const least = finite.reduce((a, b) => Math.min(a, b)), most = finite.reduce((a, b) => Math.max(a, b));
  const lower = attribute.lower.map((low) => Math.max(low, least));
  const upper = arePoints ? lower : attribute.upper.map((high) => Math.min(high, most));
  const order = Array.from(lower.keys());
  if (arePoints) {
    order.sort((a, b) => lower[a] - lower[b]);
  } else {
    const middle = Array.from(lower, (low, c) => decimalMidpoint(low, upper[c]));
    const width = Array.from(lower, (low, c) => upper[c] / 2 - low / 2);
    order.sort((a, b) => middle[a] - middle[b] || width[a] - width[b] || lower[a] - lower[b] || upper[a] - upper[b]);
  }
  const first = new Int32Array(order.length), last = new Int32Array(order.length);
  let n = 0;
  for (const c of order) {
    first[c] = n + 1;
    n += attribute.counts[c];
    last[c] = n;
  }
  return { arePoints, lower, upper, order, first, last, n };
}

/** First and last rank of the released values closest to hers; equally close ones count together. */
function closestRanks(ranks, own) {
  const { lower, upper, order, first, last } = ranks;
  const gaps = Array.from(lower, (low, c) => Math.max(low - own, own - upper[c], 0));
  const least = gaps.reduce((a, b) => Math.min(a, b));
  const ends = [order[0], order.at(-1)];
  const size = ranks.arePoints
    ? Math.abs(own) + least
    : Math.max(Math.abs(own), Math.abs(lower[ends[0]]), Math.abs(upper[ends[1]]));
  const slack = ranks.arePoints && least === 0 ? 0 : ROUNDING * size;
  const nearest = order.filter((c) => gaps[c] <= least + slack);
  return { low: first[nearest[0]], high: last[nearest.at(-1)] };
}

/** Rank deviation between an interval and each distinct value; missing, at the end, matches anything. */
function deviationsFrom(ranks, low, high) {
  const deviations = new Int32Array(ranks.first.length + 1);
  for (let c = 0; c < ranks.first.length; c++) {
    deviations[c] = Math.max(0, ranks.first[c] - high, low - ranks.last[c]);
  }
  return deviations;
}

/** Population variance of the released values whose ranks lie within `distance` of the closest value's. */
function windowVariance(ranks, counts, low, high, distance) {
  const from = Math.max(1, low - distance), to = Math.min(ranks.n, high + distance);
  let taken = 0, mean = 0, squares = 0;
  for (const c of ranks.order) {
    const held = Math.min(ranks.last[c], to) - Math.max(ranks.first[c], from) + 1;
    if (held <= 0) continue;
    const value = ranks.lower[c] / 2 + ranks.upper[c] / 2, step = value - mean;
    const before = taken;
    taken += held;
    mean += (step * held) / taken;
    squares += (step * step * before * held) / taken;
  }
  return taken ? squares / taken : NaN;
}

// ---- the check -------------------------------------------------------------------------------------------------

/** Hold her values against the release. `own`: for each attribute a number, or null where it is unknown. */
function checkRecord(release, own) {
  const known = release.attributes.map((_, j) => j).filter((j) => own[j] !== null);
  const compared = known.map((j) => {
    const attribute = release.attributes[j], ranks = ranked(attribute, own[j]);
    const closest = ranks.n ? closestRanks(ranks, own[j]) : { low: WILD_LOW, high: WILD_HIGH };
    const isHeld = attribute.lower.some((low, c) => low <= own[j] && own[j] <= attribute.upper[c]);
    const deviations = deviationsFrom(ranks, closest.low, closest.high);
    return { attribute, place: j, own: own[j], ranks, ...closest, isHeld, deviations };
  });
  const maxima = new Int32Array(release.n);
  for (const { attribute, deviations } of compared) {
    for (let p = 0; p < release.n; p++) maxima[p] = Math.max(maxima[p], deviations[attribute.ofRecord[p]]);
  }
  const distance = maxima.reduce((a, b) => Math.min(a, b), release.n);
  const matches = [];
  maxima.forEach((maximum, p) => maximum === distance && matches.push(p));
  for (const c of compared) Object.assign(c, recordRanks(c));
  for (const c of compared) c.variance = windowVariance(c.ranks, c.attribute.counts, c.low, c.high, distance);
  return { n: release.n, compared, maxima, distance, matches };
}

/** First and last rank of each record's value; missing ones span everything. */
function recordRanks({ attribute, ranks }) {
  const withMissing = (ofValues, wild) => Int32Array.from({ length: ofValues.length + 1 }, (_, c) => ofValues[c] ?? wild);
  const first = withMissing(ranks.first, WILD_LOW), last = withMissing(ranks.last, WILD_HIGH);
  return {
    lows: Int32Array.from(attribute.ofRecord, (value) => first[value]),
    highs: Int32Array.from(attribute.ofRecord, (value) => last[value]),
  };
}

// ---- is the match plausible as a random one? -------------------------------------------------------------------

/** Share of random records, each attribute drawn from the release on its own, that match within her distance: of all
 * combinations where there are few enough, else of drawn ones. Works in slices, so that the page stays alive. */
async function plausibility(check, isWanted) {
  const sizes = check.compared.map(({ attribute }) => distinctOf(attribute).length);
  const nCombinations = sizes.reduce((a, b) => a * b, 1);
  const within = check.compared.map((c) => withinDistance(c, check.distance));
  return nCombinations <= MOST_COMBINATIONS
    ? countAll(check, within, isWanted)
    : draw(check, isWanted);
}

/** The distinct values, missing among them, that some record holds. */
function distinctOf(attribute) {
  return Array.from(attribute.counts.keys()).filter((value) => attribute.counts[value]);
}

/** For two distinct values of one attribute: do their rank intervals lie within the distance? */
function withinDistance({ ranks }, distance) {
  const missing = ranks.first.length;
  return (a, b) =>
    a === missing || b === missing || Math.max(ranks.first[a] - ranks.last[b], ranks.first[b] - ranks.last[a]) <= distance;
}

async function countAll(check, within, isWanted) {
  const attributes = check.compared.map((c) => c.attribute);
  const distinct = attributes.map(distinctOf);
  const lastPlace = attributes.length - 1;
  const pause = pauser(isWanted);
  // An attribute with one value for all counts once, as in the audit.
  const weightOf = (j, value) => (distinct[j].length > 1 ? attributes[j].counts[value] : 1);
  let matching = 0;
  async function descend(place, records, weight) {
    await pause();
    const { ofRecord } = attributes[place];
    if (place === lastPlace) {
      const held = new Set();
      for (const p of records) held.add(ofRecord[p]);
      for (const value of distinct[place]) {
        for (const other of held) {
          if (within[place](value, other)) { matching += weight * weightOf(place, value); break; }
        }
      }
      return;
    }
    for (const value of distinct[place]) {
      const close = records.filter((p) => within[place](value, ofRecord[p]));
      if (close.length) await descend(place + 1, close, weight * weightOf(place, value));
    }
  }
  await descend(0, Uint32Array.from({ length: check.n }, (_, p) => p), 1);
  const n = distinct.reduce((product, values) => product * (values.length > 1 ? check.n : 1), 1);
  return { isExhaustive: true, n, share: matching / n };
}

async function draw(check, isWanted) {
  const pause = pauser(isWanted), started = performance.now();
  let matching = 0, n = 0;
  while (n < FEWEST_DRAWS || (n < MOST_DRAWS && performance.now() - started < LONGEST_MILLISECONDS)) {
    await pause();
    matching += hasMatch(check, check.compared.map(() => Math.floor(Math.random() * check.n)));
    n += 1;
  }
  return { isExhaustive: false, n, share: (1 + matching) / (1 + n) };
}

/** Does a record of the release lie within her distance of the one whose value of attribute j is that of givers[j]? */
function hasMatch({ compared, distance, n }, givers) {
  const lowest = compared.map(({ lows }, j) => lows[givers[j]] - distance);
  const highest = compared.map(({ highs }, j) => highs[givers[j]] + distance);
  record: for (let p = 0; p < n; p++) {
    for (let j = 0; j < compared.length; j++) {
      if (compared[j].highs[p] < lowest[j] || compared[j].lows[p] > highest[j]) continue record;
    }
    return 1;
  }
  return 0;
}

/** Gives the page a turn now and then; throws "stopped" when the answer is no longer wanted. */
function pauser(isWanted) {
  let started = performance.now();
  return async () => {
    if (performance.now() - started < SLICE_MILLISECONDS) return;
    await new Promise((resume) => setTimeout(resume));
    if (!isWanted()) throw new Error("stopped");
    started = performance.now();
  };
}
