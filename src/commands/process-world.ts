import { pino } from 'pino';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import type { World } from './shell/command.ts';

const STDERR = 2;
/** Bytes and milliseconds that lines wait for each other: writing one costs more than making it. */
const LOG_BATCH = { minLength: 4096, periodicFlush: 100 };

/** The world of a real process. */
export function processWorld(): World {
  return {
    env: process.env,
    // Only a command that reads it touches it: a touched stdin can keep a process waiting.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    openLog: () => pino.destination({ dest: STDERR, sync: false, ...LOG_BATCH }),
    signals: process,
    clock: systemClock,
    random: systemRandom,
  };
}
