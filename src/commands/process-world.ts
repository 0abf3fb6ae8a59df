import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { openLog } from './open-log.ts';
import type { World } from './shell/command.ts';

const STDERR = 2;

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
    openLog: () => openLog(STDERR),
    signals: process,
    clock: systemClock,
    sleep,
    random: systemRandom,
  };
}
