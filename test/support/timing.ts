// Measures how long requests take, for tests that response times reveal nothing that the responses hide.
import assert from 'node:assert/strict';
import { Agent, request as httpsRequest } from 'node:https';
import { performance } from 'node:perf_hooks';
import { type TestContext, test } from 'node:test';
import type { Instance } from './instance.ts';

/** Timing needs an idle machine and minutes: `npm run test:deep`. */
export const IS_DEEP = process.env['TEST_DEEP'] !== undefined;

/** Whether this is a whole `npm test`. A file that is named, and the longer runs, do all that a file has. */
export const IS_DAILY = process.env['TEST_ENGINES'] === 'one';

/** Returns how many random cases a test tries: the same cases in each run, more of them at night. */
export const casesOf = (counts: {
  readonly daily: number;
  readonly nightly: number;
  readonly deep?: number;
}): number => {
  if (IS_DEEP) return counts.deep ?? counts.nightly;
  return IS_DAILY ? counts.daily : counts.nightly;
};

/**
 * A test that a whole `npm test` leaves out, in a file whose other tests stay in it. Its comment says which shorter
 * daily test drives the same. `// Nightly: ` does so for a whole file.
 */
export const nightlyTest: (name: string, body: (t: TestContext) => Promise<void> | void) => void =
  IS_DAILY ? () => undefined : (name, body) => void test(name, body);

/**
 * A test of `npm run test:deep` alone: a large version of one that shorter runs have, or one that adds no other reason
 * to fail to what they have.
 */
export const deepTest: (name: string, body: (t: TestContext) => Promise<void> | void) => void =
  IS_DEEP ? (name, body) => void test(name, body) : () => undefined;

export interface Sent {
  readonly status: number;
  readonly text: string;
}

export type Send = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
) => Promise<Sent>;

export interface Sender {
  readonly send: Send;
  close(): void;
}

/** Sends requests over at most `sockets` connections, which stay open. */
export function openSender(
  { baseUrl }: Pick<Instance, 'baseUrl'>,
  { ca, sockets }: { readonly ca: readonly string[]; readonly sockets: number },
): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets, ca: [...ca] });
  return {
    close: () => agent.destroy(),
    send(method, path, headers, body) {
      const { promise, resolve, reject } = Promise.withResolvers<Sent>();
      const url = new URL(path, baseUrl);
      const request = httpsRequest(url, { method, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, text });
        });
      });
      request.on('error', reject);
      request.end(body);
      return promise;
    },
  };
}

/** Sends a request; `turn` counts the calls. */
export type Ask = (turn: number) => Promise<unknown>;

/** Returns the milliseconds of each request, which are sent in turns. */
export async function timesInTurn(
  asks: readonly Ask[],
  { turns, warmUp }: { readonly turns: number; readonly warmUp: number },
): Promise<readonly (readonly number[])[]> {
  const times = asks.map(() => Array.of<number>());
  const time = async (at: number, turn: number): Promise<void> => {
    const startedAt = performance.now();
    await asks[at]?.(turn);
    if (turn >= warmUp) times[at]?.push(performance.now() - startedAt);
  };
  const order = [...asks.keys()];
  for (let turn = 0; turn < warmUp + turns; turn += 1) {
    // Each request has each position equally often, before and after each other one, because later requests find warm
    // caches.
    const first = turn % order.length;
    const turned = [...order.slice(first), ...order.slice(0, first)];
    const isBackwards = Math.floor(turn / order.length) % 2 === 1;
    for (const at of isBackwards ? turned.toReversed() : turned) await time(at, turn);
  }
  return times;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const TRIES = 3;

/**
 * Checks like assertSameTime, with up to three measurements: on a busy machine, false differences come and go, a real
 * one stays.
 */
export async function proveSameTime(
  measure: () => Promise<readonly (readonly number[])[]>,
  names: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      assertSameTime(await measure(), names, say);
      return;
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}

/**
 * Fails unless all requests take as long as the first, to within 2 % of its median. It compares times within a turn,
 * because other load on the machine affects all requests of a turn alike.
 */
export function assertSameTime(
  times: readonly (readonly number[])[],
  names: readonly string[],
  say: (line: string) => void,
): void {
  const [first = [], ...others] = times;
  const usual = median(first);
  const gaps = others.map((each) => median(first.map((ms, i) => (each[i] ?? 0) - ms)) / usual);
  gaps.forEach((gap, i) => {
    say(`${names[i + 1]}: ${(gap * 100).toFixed(2)} % beside ${names[0]}, ${usual.toFixed(2)} ms`);
  });
  for (const [i, gap] of gaps.entries()) {
    assert.ok(Math.abs(gap) < 0.02, `${names[i + 1]}: ${(gap * 100).toFixed(2)} % of ${usual} ms`);
  }
}
