// Searches for the most expensive request of a route: mutates a known one, keeps the result if it costs more, and
// continues from there.

import { type Chance, oneOf } from './drafts.ts';
import type { Cost, Meter } from './meter.ts';
import { MUTATIONS } from './mutations.ts';
import type { Draft, Route } from './requests.ts';

export const MOST_STALL_MS = 50;
const PRICE_MS = 5;
const PRICED_BYTES = 100_000;

/** Returns the time that a refused request of this size may take, in milliseconds. */
export const priceOf = (bytes: number): number => PRICE_MS * Math.max(1, bytes / PRICED_BYTES);

export interface Found {
  readonly draft: Draft;
  readonly cost: Cost;
  /** Size of the body. */
  readonly bytes: number;
  /** The mutations applied to it. */
  readonly steps: readonly string[];
  /** Above 1 if it exceeds the budget. */
  readonly score: number;
}

const isRefused = ({ status }: Cost): boolean => status >= 400;

const bytesOf = (route: Route, draft: Draft): number => {
  const { body } = route.send(draft);
  return body === undefined ? 0 : Buffer.byteLength(body);
};

function scoreOf(cost: Cost, bytes: number): number {
  const stall = cost.stallMs / MOST_STALL_MS;
  return isRefused(cost) ? Math.max(stall, cost.cpuMs / priceOf(bytes)) : stall;
}

async function measure(
  meter: Meter,
  route: Route,
  { draft, steps }: Pick<Found, 'draft' | 'steps'>,
  repeats: number,
): Promise<Found> {
  const bytes = bytesOf(route, draft);
  const cost = await meter.measure(async () => route.send(draft), { repeats });
  return { draft, steps, bytes, cost, score: scoreOf(cost, bytes) };
}

export interface SearchOptions {
  readonly chance: Chance;
  /** The number of requests to try. */
  readonly tries: number;
}

/** @returns the most expensive accepted request and the most expensive refused one, as far as there are any */
export async function search(
  meter: Meter,
  route: Route,
  { chance, tries }: SearchOptions,
): Promise<readonly Found[]> {
  const seed = await measure(meter, route, { draft: route.seed, steps: [] }, 3);
  let best: Found[] = [seed];
  for (let left = tries; left > 0; left -= 1) {
    const from = chance() < 0.4 ? seed : oneOf(best, chance);
    const mutation = oneOf(MUTATIONS, chance);
    const size = 2 ** (8 + chance() * Math.log2(route.maxBodyBytes / 256));
    const draft = mutation.apply(from.draft, size, chance, route);
    if (draft === from.draft || bytesOf(route, draft) > route.maxBodyBytes) continue;
    const steps = [...from.steps, mutation.name];
    const first = await measure(meter, route, { draft, steps }, 1);
    const rival = best.find((each) => isRefused(each.cost) === isRefused(first.cost));
    if (rival && first.score <= rival.score * 1.05) continue;
    // A single measurement may be an outlier: a garbage collection, or code that was not optimised yet.
    const found = await measure(meter, route, { draft, steps }, 3);
    if (rival && found.score <= rival.score) continue;
    best = [...best.filter((each) => isRefused(each.cost) !== isRefused(found.cost)), found];
  }
  return best;
}

/** Measures a found request again, optimised and repeatedly, including the work after the answer. */
export async function confirm(meter: Meter, route: Route, { draft, steps }: Found): Promise<Found> {
  const bytes = bytesOf(route, draft);
  const cost = await meter.measure(async () => route.send(draft), { warmUp: 3, repeats: 7 });
  const isLogged = route.name.includes('/scim/');
  const later = isLogged
    ? await meter.measure(async () => route.send(draft), { repeats: 3, linger: 1300 })
    : cost;
  const stallMs = Math.max(cost.stallMs, later.stallMs);
  const whole = { ...cost, stallMs };
  return { draft, steps, bytes, cost: whole, score: scoreOf(whole, bytes) };
}
