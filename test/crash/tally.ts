// Divides long runs into pieces: the results for one commit add up over runs that share a results file.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { IS_DEEP } from '../support/timing.ts';

/** The first seed; each round takes the next one. */
const FIRST_SEED = Number(process.env['TEST_CRASH_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** A file with one line of JSON per round; if undefined, each run counts on its own. */
const FILE = process.env['TEST_CRASH_RESULTS'];

interface Round {
  readonly commit: string;
  readonly kind: string;
  readonly seed: number;
  /** Number of power cuts, kills or faults. */
  readonly done: number;
}

export interface Tally {
  /** The total after each test: one small goal for `npm run test:all`, many goals for `npm run test:deep`. */
  readonly goals: readonly number[];
  /**
   * Runs rounds, each with its own seed, until the goal is reached for this commit.
   * @param round returns how many it did, of those wanted
   * @returns how many were done for this commit
   */
  reach(goal: number, round: (seed: number, wanted: number) => Promise<number>): Promise<number>;
}

/** @param options `step`: the share of each of the tests that make up `deep` */
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
