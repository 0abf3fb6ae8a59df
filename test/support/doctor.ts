// Reads the findings of `formstead doctor --json`, for tests that plant a fault and expect a finding.
import type { Formstead } from './command-line.ts';

export interface Found {
  readonly code: number;
  /** Returns the findings of a check, one line each: `state: what -> fix`. */
  of(check: string): string;
  /** Findings of all checks that are not ok. */
  readonly troubles: readonly string[];
}

export async function examine(formstead: Formstead): Promise<Found> {
  const { code, json, stderr } = await formstead('doctor', '--json');
  const found = json('findings');
  if (!Array.isArray(found)) throw new Error(stderr);
  const lines = found.map(({ check, state, what, fix }) => ({
    check: String(check),
    state: String(state),
    line: `${state}: ${what}${fix === undefined ? '' : ` -> ${fix}`}`,
  }));
  return {
    code,
    of: (check) =>
      lines
        .filter((each) => each.check === check)
        .map(({ line }) => line)
        .join('\n'),
    troubles: lines
      .filter(({ state }) => state === 'warning' || state === 'fault')
      .map(({ check, line }) => `${check} ${line}`),
  };
}
