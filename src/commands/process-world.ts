import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { openLog } from './open-log.ts';
import { openLogFile } from './open-log-file.ts';
import type { World } from './shell/command.ts';

const STDERR = 2;

/** Returns the world of a real process. */
export function processWorld(): World {
  return {
    env: process.env,
    // stdin is opened only by a command that reads it, because an opened stdin can keep the process from ending.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    openLog: (file) =>
      file
        ? openLogFile(file, (sentence) => void process.stderr.write(`formstead: ${sentence}\n`))
        : openLog(STDERR),
    signals: process,
    clock: systemClock,
    sleep,
    random: systemRandom,
  };
}
