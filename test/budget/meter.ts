// What one request costs the thread that serves everybody: its processor time, and how long it holds the event loop
// at a stretch. Both are time of the processor and never time on the wall, so that other work of the machine does not
// count; and both are told for a machine of one speed, by a calibration loop of the same run.
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
  /** How the answer begins. */
  readonly text: string;
  /** Processor time of the main thread, in milliseconds. */
  readonly cpuMs: number;
  /** The longest that one turn of the event loop computed, in milliseconds. */
  readonly stallMs: number;
}

export type ToClient = Sent | 'go';
export type FromClient =
  | 'ready'
  | { readonly status: number; readonly text: string }
  | { readonly error: string };

export interface Meter {
  /** The medians of some repeats, behind some that warm the code up. `sent` is asked for each of them; `linger` also measures what is done later, in ms. */
  measure(
    sent: Sent | (() => Promise<Sent>),
    options?: { readonly warmUp?: number; readonly repeats?: number; readonly linger?: number },
  ): Promise<Cost>;
  close(): Promise<void>;
}

/** Turns of the loop that found nothing to do take less; what they take is the meter's own. */
const NOTHING_MS = 0.1;

/** Milliseconds that this thread has computed. */
function computedMs(): number {
  // Linux counts what a thread computes at its ticks, 4 ms apart, unless it is asked about the whole process.
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Looks at the clock of the processor in each turn of the event loop until it is stopped. */
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

/** Waits until nothing is left over from before, as far as turns of the loop show it. */
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

/** @param node in this process, so that its main thread is this one */
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

/** What the calibration loop takes on the machine that the figures are told for, in milliseconds. */
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

/** A loop is as fast as it gets once it has run so often. */
const WARM_LOOPS = 30;
/** A machine with other work is slower for a while. */
const HOLDS_MS = 500;
let known: { readonly factor: number; readonly until: number } | undefined;

/** By what a figure is to be multiplied: below 1 on a machine that is slower, or just now is. */
function speed(): number {
  if (known && performance.now() < known.until) return known.factor;
  const loops = known ? 5 : WARM_LOOPS;
  const times = Array.from({ length: loops }, calibrationLoop).slice(-5);
  known = { factor: CALIBRATED_MS / median(times), until: performance.now() + HOLDS_MS };
  return known.factor;
}
