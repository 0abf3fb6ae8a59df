// Measures a request until one measurement is within its bound. Other work of the machine only makes a request slower,
// and so does code that has not run often, so the fastest of a few measurements counts.
import assert from 'node:assert/strict';
import type { Cost, Meter } from './meter.ts';

interface Bound {
  /** How it is measured if the first measurement, of a single request, was beyond the bound. */
  readonly often: Parameters<Meter['measure']>[1];
  /** The maximum number of measurements after the first. */
  readonly more: number;
  isWithin(cost: Cost): boolean;
  /** Says what was measured, for a failure. */
  tell(cost: Cost): string;
}

/** @throws if no measurement was within the bound */
export async function fastestOf(
  meter: Meter,
  sent: Parameters<Meter['measure']>[0],
  { often, more, isWithin, tell }: Bound,
): Promise<Cost> {
  for (let left = more; ; left -= 1) {
    const cost = await meter.measure(
      sent,
      left === more ? { ...often, warmUp: 0, repeats: 1 } : often,
    );
    const what = tell(cost);
    if (process.env['BUDGET_SAY']) process.stderr.write(`${what}\n`);
    if (isWithin(cost)) return cost;
    assert.ok(left > 0, what);
  }
}
