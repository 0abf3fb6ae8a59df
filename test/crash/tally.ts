// Long runs in pieces: what was done on one commit adds up over runs that share a file of results.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { IS_DEEP } from '../support/timing.ts';

/** Each round takes the next one. */
const FIRST_SEED = Number(process.env['TEST_CRASH_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** A line of JSON for each round; left out: a run counts for itself. */
const FILE = process.env['TEST_CRASH_RESULTS'];

interface Round {
  readonly commit: string;
  readonly kind: string;
  readonly seed: number;
  /** Power cuts, kills, faults. */
  readonly done: number;
}

export interface Tally {
  /** How many are to be done in all after each test: small for `npm test`, many tests for `npm run test:deep`. */
  readonly goals: readonly number[];
  /**
   * Runs rounds, each with a seed of its own, until so many were done on this commit.
   * @param round returns how many it did, of those wanted
   * @returns how many were done on this commit
   */
  reach(goal: number, round: (seed: number, wanted: number) => Promise<number>): Promise<number>;
}

/** @param options `step`: so many in each of the tests that make up `deep` */
export function createTally(
  kind: string,
  options: { readonly small: number; readonly deep: number; readonly step: number },
): Tally {
  const { small, deep, step } = options;
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() ?? '';
  const before = FILE !== undefined && existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const rounds = before
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Round => JSON.parse(line))
    .filter((each) => each.commit === commit && each.kind === kind);
  const seeds = new Set(rounds.map(({ seed }) => seed));
  let sum = rounds.reduce((total, { done }) => total + done, 0);
  let seed = FIRST_SEED;
  return {
    goals: IS_DEEP
      ? Array.from({ length: Math.ceil(deep / step) }, (_, index) => (index + 1) * step)
      : [small],
    async reach(goal, round) {
      for (; sum < goal; seed += 1) {
        if (seeds.has(seed)) continue;
        const done = await round(seed, goal - sum);
        sum += done;
        const line: Round = { commit, kind, seed, done };
        if (FILE !== undefined) appendFileSync(FILE, `${JSON.stringify(line)}\n`);
      }
      return sum;
    },
  };
}
