import { pino } from 'pino';
import type { LogSink } from './shell/command.ts';

/** So many characters are written together, or whatever has come after so many milliseconds. */
const BATCH_LENGTH = 8192;
const LONGEST_WAIT_MS = 100;

/**
 * The log of a process on an open file. Lines wait for each other, since to write one costs more than
 * to make it, and pino's own waiting reads everything that waits at each new line.
 */
export function openLog(fd: number): LogSink {
  const destination = pino.destination({ dest: fd, sync: false });
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const hand = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    destination.write(waiting);
    waiting = '';
  };
  const sink: LogSink = {
    write(line) {
      waiting += line;
      if (waiting.length >= BATCH_LENGTH) hand();
      else timer ??= setTimeout(hand, LONGEST_WAIT_MS).unref();
    },
    // What the system is writing just then may come behind these lines: nobody can wait for it here.
    flushSync() {
      hand();
      destination.flushSync();
    },
  };
  // Whatever ends the process: its last words say why.
  process.once('exit', sink.flushSync);
  return sink;
}
