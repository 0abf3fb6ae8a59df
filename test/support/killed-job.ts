// A job whose processes are killed again and again, two of them at a time on PostgreSQL, until one ends by itself.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { envOf } from './command-line.ts';
import type { Engine } from './engines.ts';
import { between, seeded } from './seeded.ts';

const JOB = fileURLToPath(import.meta.resolve('./one-job.ts'));
/** Before the first write, PostgreSQL is connected to. */
const LONGEST_LIFE_MS = { sqlite: 100, postgres: 1500 };
const MOST_KILLS = 100;

/** @returns the number of kills */
export async function killUntilDone(
  engine: Pick<Engine, 'name'>,
  storage: Parameters<typeof envOf>[0] & { readonly dataDir: string },
  name: string,
): Promise<number> {
  const env = { ...process.env, ...envOf(storage), FORMSTEAD_DATA_DIR: storage.dataDir };
  const random = seeded(20_261_130);
  /** @returns whether it ended by itself */
  const runAndKill = async (lifeMs: number): Promise<boolean> => {
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    const child = spawn(process.execPath, [JOB, name], { env, stdio: [...stdio] });
    const ended = once(child, 'exit');
    await Promise.race([once(child.stdout ?? assert.fail(), 'data'), ended]);
    await Promise.race([sleep(lifeMs), ended]);
    child.kill('SIGKILL');
    const [code] = await ended;
    assert.ok(code === null || code === 0, `it ended with ${code}`);
    return code === 0;
  };
  let kills = 0;
  const nodes = engine.name === 'postgres' ? [1, 2] : [1];
  for (let isOver = false; !isOver; ) {
    // Each life may be longer than the one before, or a busy machine would never come to the end.
    const longest = LONGEST_LIFE_MS[engine.name] * (1 + kills / 10);
    const lives = nodes.map(() => runAndKill(between(random, 0, longest)));
    const ended = await Promise.all(lives);
    isOver = ended.every((each) => each);
    kills += ended.filter((each) => !each).length;
    assert.ok(kills < MOST_KILLS, 'it makes no progress');
  }
  return kills;
}
