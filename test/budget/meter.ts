// Measures what a request costs the thread that serves everybody: its CPU time, and the longest time that it blocks the
// event loop. Both are CPU time and not elapsed time, so other work of the machine does not count. A calibration loop
// in the same run converts both to a machine of fixed speed.
import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Instance } from '../support/instance.ts';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface Cost {
  readonly status: number;
  /** The beginning of the answer. */
  readonly text: string;
  /** CPU time of the main thread, in milliseconds. */
  readonly cpuMs: number;
  /** The longest computation within one turn of the event loop, in milliseconds. */
  readonly stallMs: number;
}

export type ToClient = Sent | 'go';
export type FromClient =
  | 'ready'
  | { readonly status: number; readonly text: string }
  | { readonly error: string };

export interface Meter {
  /**
   * Returns the medians of some repeats, after some that warm up the code. `sent` is called for each of them; `linger`
   * also measures the work in that many milliseconds after the answer.
   */
  measure(
    sent: Sent | (() => Promise<Sent>),
    options?: { readonly warmUp?: number; readonly repeats?: number; readonly linger?: number },
  ): Promise<Cost>;
  close(): Promise<void>;
}

/** Idle turns of the loop take less than this; the rest is work of the meter itself. */
const NOTHING_MS = 0.1;

/** Returns the CPU time of this thread, in milliseconds. */
function computedMs(): number {
  // Linux updates the time of a thread only at its ticks, 4 ms apart, unless the time of the whole process is read
  // first.
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Reads the CPU clock in each turn of the event loop until it is stopped. */
function watchTurns(): () => { readonly cpuMs: number; readonly stallMs: number } {
  let last = computedMs();
  let [cpuMs, stallMs] = [0, 0];
  let isOver = false;
  const turn = (): void => {
    const now = computedMs();
    const took = now - last;
    last = now;
    if (took > NOTHING_MS) cpuMs += took;
    stallMs = Math.max(stallMs, took);
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isOver = true;
    turn();
    return { cpuMs, stallMs };
  };
}

/** Waits until earlier work is done, as far as turns of the event loop show it. */
async function settle(): Promise<void> {
  for (let calm = 0; calm < 3; ) {
    const before = computedMs();
    await sleep(1);
    await nextTurn();
    calm = computedMs() - before < 1 ? calm + 1 : 0;
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** @param node in this process, so that this thread is its main thread */
export async function openMeter({ server, ca }: Pick<Instance, 'server' | 'ca'>): Promise<Meter> {
  const worker = new Worker(new URL('./client.ts', import.meta.url), {
    workerData: { port: server.port, ca },
  });
  worker.setMaxListeners(0);
  const hear = async (): Promise<FromClient> => (await once(worker, 'message'))[0];
  const measureOnce = async (sent: Sent, linger: number): Promise<Cost> => {
    const loaded = hear();
    worker.postMessage(sent);
    await loaded;
    await settle();
    const answered = hear();
    const stop = watchTurns();
    worker.postMessage('go');
    const answer = await answered;
    await (linger > 0 ? sleep(linger) : nextTurn());
    const { cpuMs, stallMs } = stop();
    if (answer === 'ready') throw new Error('the client answered out of turn');
    if ('error' in answer) return { status: 0, text: answer.error, cpuMs, stallMs };
    return { ...answer, cpuMs, stallMs };
  };
  return {
    async measure(sent, { warmUp = 0, repeats = 3, linger = 0 } = {}) {
      const costs: Cost[] = [];
      for (let at = -warmUp; at < repeats; at += 1) {
        const cost = await measureOnce(typeof sent === 'function' ? await sent() : sent, linger);
        if (at >= 0) costs.push(cost);
      }
      const [{ status, text } = { status: 0, text: '' }] = costs;
      const factor = speed();
      return {
        status,
        text,
        cpuMs: median(costs.map((each) => each.cpuMs)) * factor,
        stallMs: median(costs.map((each) => each.stallMs)) * factor,
      };
    },
    async close() {
      await worker.terminate();
    },
  };
}

/** The time of the calibration loop on the reference machine, in milliseconds. */
const CALIBRATED_MS = 3.5;
const SAMPLE = JSON.stringify(
  Array.from({ length: 4000 }, (_, at) => ({ userName: `user ${at}`, active: at % 2 === 0, at })),
);

function calibrationLoop(): number {
  const before = computedMs();
  let sum = 0;
  for (let round = 0; round < 3; round += 1) {
    const rows: readonly { readonly userName: string; readonly at: number }[] = JSON.parse(SAMPLE);
    const names = new Map(rows.map(({ userName, at }) => [userName.toUpperCase(), at]));
    for (const [name, at] of names) sum += at + name.length;
  }
  if (sum === 0) throw new Error('the loop computed nothing');
  return computedMs() - before;
}

/** After this many runs, a loop is fully optimised. */
const WARM_LOOPS = 30;
/** Calibration is repeated after this time, because other work slows the machine temporarily. */
const HOLDS_MS = 500;
let known: { readonly factor: number; readonly until: number } | undefined;

/** Returns the factor for a measured time: below 1 if the machine is, or currently runs, slower than the reference. */
function speed(): number {
  if (known && performance.now() < known.until) return known.factor;
  const loops = known ? 5 : WARM_LOOPS;
  const times = Array.from({ length: loops }, calibrationLoop).slice(-5);
  known = { factor: CALIBRATED_MS / median(times), until: performance.now() + HOLDS_MS };
  return known.factor;
}
