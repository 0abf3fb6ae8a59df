// Long runs in pieces: what was done on one commit adds up over runs, when they share a file of results.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { IS_DEEP } from '../support/timing.ts';

/** The first seed; each round of a run takes the next one. */
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

/**
 * Runs rounds, each with a seed of its own, until `small` or under `npm run test:deep` `deep` were done.
 * @param round returns how many it did
 * @returns how many were done on this commit
 */
export async function runRounds(
  kind: string,
  goal: { readonly small: number; readonly deep: number },
  round: (seed: number, wanted: number) => Promise<number>,
): Promise<number> {
  const wanted = IS_DEEP ? goal.deep : goal.small;
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() ?? '';
  const before = FILE !== undefined && existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const rounds = before
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Round => JSON.parse(line))
    .filter((each) => each.commit === commit && each.kind === kind);
  let sum = rounds.reduce((total, { done }) => total + done, 0);
  for (let seed = FIRST_SEED; sum < wanted; seed += 1) {
    if (rounds.some((each) => each.seed === seed)) continue;
    const done = await round(seed, wanted - sum);
    sum += done;
    const line = `${JSON.stringify({ commit, kind, seed, done } satisfies Round)}\n`;
    if (FILE !== undefined) appendFileSync(FILE, line);
  }
  return sum;
}
