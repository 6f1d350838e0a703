/**
 * Times several ways of doing the same work against each other.
 *
 * They take turns: in every round each contender runs once, in an order that shifts from round to round, so that whatever
 * the machine does at that time (another process, a lower clock) hits all alike. What is compared is the ratio to the first
 * contender within a round, and its median over the rounds; the times are medians too.
 *
 * A contender is { name, run(), count } with `run` doing all the work once, `count` the number of items it does, and
 * optionally `sample(repetitions, clock)`, a promise of the nanoseconds that so many runs take, where the clock runs
 * elsewhere (a native process).
 *
 * The clock is the wall's by default; "cpu" counts the processor time of the process instead, which hardly notices other
 * processes, but counts what V8 does on other threads (compiling, collecting) too.
 */

import { performance } from "node:perf_hooks";

/**
 * @param {any[]} contenders
 * @param {object} options
 * @param {number} [options.rounds] at least so many for everyone; one that takes longer than `slowMs` for a single run gets 3.
 * @param {number} [options.sampleMs] a sample repeats the work until it takes about this long: clocks and collections weigh less then.
 * @param {number} [options.warmUpMs] so long each contender runs before anything counts, so that its code has been compiled.
 * @param {number} [options.slowMs]
 * @param {string} [options.clock] "wall" or "cpu"
 * @returns {Promise<any[]>} rows in the contenders' order: { name, median, low, high, ratio, ratioLow, ratioHigh, rounds }, times in ns per
 *          item; low and high are the quartiles.
 */
export async function race(
  contenders,
  { rounds = 9, sampleMs = 10, warmUpMs = 100, slowMs = 1500, clock = "wall" } = {},
) {
  const lanes = [];
  for (const contender of contenders) {
    const sample = contender.sample ?? ((repetitions) => time(contender.run, repetitions, clock));
    let once = Infinity;
    let spent = 0;
    while (spent < warmUpMs) {
      const time = (await sample(1, clock)) * 1e-6;
      spent += Math.max(time, 1e-3);
      once = Math.min(once, time);
    }
    lanes.push({
      contender,
      sample,
      repetitions: Math.max(1, Math.ceil(sampleMs / Math.max(once, 1e-4))),
      rounds: once > slowMs ? Math.min(3, rounds) : rounds,
      times: /** @type {number[]} */ ([]),
      ratios: /** @type {number[]} */ ([]),
    });
  }
  for (let round = 0; round < rounds; ++round) {
    const taken = new Map();
    for (let i = 0; i < lanes.length; ++i) {
      const lane = lanes[(i + round) % lanes.length];
      if (round >= lane.rounds) continue;
      const time = (await lane.sample(lane.repetitions, clock)) / (lane.repetitions * lane.contender.count);
      lane.times.push(time);
      taken.set(lane, time);
    }
    const base = taken.get(lanes[0]);
    for (const [lane, time] of taken) if (base > 0) lane.ratios.push(time / base);
  }
  return lanes.map((lane) => ({
    name: lane.contender.name,
    median: quantile(lane.times, 0.5),
    low: quantile(lane.times, 0.25),
    high: quantile(lane.times, 0.75),
    ratio: quantile(lane.ratios, 0.5),
    ratioLow: quantile(lane.ratios, 0.25),
    ratioHigh: quantile(lane.ratios, 0.75),
    rounds: lane.times.length,
  }));
}

function time(run, repetitions, clock) {
  const read = clock === "cpu" ? processorTime : performance.now.bind(performance);
  const start = read();
  for (let i = 0; i < repetitions; ++i) run();
  return (read() - start) * 1e6;
}

/** Of this process, in milliseconds. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1e-3;
}

/** Linear between the order statistics. */
export function quantile(values, q) {
  if (values.length === 0) return Number.NaN;
  const sorted = Float64Array.from(values).sort();
  const at = q * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (at - below);
}
