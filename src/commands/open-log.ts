import { pino } from 'pino';
import type { LogSink } from './shell/command.ts';

/** Lines are written once they have this many characters together, or after this many milliseconds. */
const BATCH_LENGTH = 8192;
const LONGEST_WAIT_MS = 100;

/**
 * Returns the log of a process, on an open file. It collects lines, because writing a line costs more than making it.
 * pino's own buffer is not used: it reads all that it holds at each new line.
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
    // Lines that the system is already writing may end up after these; this function can't wait for them.
    flushSync() {
      hand();
      destination.flushSync();
    },
    reopen: () => undefined,
  };
  // Writes the last lines, which may say why the process ends.
  process.once('exit', sink.flushSync);
  return sink;
}
