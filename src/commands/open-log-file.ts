import { closeSync, existsSync, fstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { LogFile } from '#config/settings.ts';
import { counted } from '#kernel/counted.ts';
import type { LogSink } from './shell/command.ts';
import { CommandFailure } from './shell/failures.ts';

/** Lines are written once they have this many characters together, or after this many milliseconds. */
const BATCH_LENGTH = 8192;
const LONGEST_WAIT_MS = 100;
/** The log names people, so only the owner reads it. */
const MODE = 0o600;
const LINE_END = Buffer.from('\n');

/**
 * Returns the log of a server, in a file that is replaced when it has grown. A batch is written in one piece, so that no
 * line is divided between two files; the system takes it into memory, as a rule without waiting for the disk.
 * @param complain receives a sentence when lines are lost, and when the file is written again
 * @throws CommandFailure when the file can't be opened
 */
export function openLogFile(
  { path, maxBytes, keep }: LogFile,
  complain: (sentence: string) => void,
): LogSink {
  let fd = openOrFail(path);
  let size = fstatSync(fd).size;
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  let lost = 0;
  /** Whether the file ends inside of a line, of which a full disk took only a part. */
  let isTorn = false;

  /** Opens the file by its name. @throws when that fails; the open one stays in use */
  const renew = (): void => {
    const next = openSync(path, 'a', MODE);
    closeSync(fd);
    fd = next;
    size = fstatSync(fd).size;
    isTorn = false;
  };
  const rotate = (): void => {
    rmSync(`${path}.${keep}`, { force: true });
    for (let n = keep - 1; n >= 1; n -= 1) {
      if (existsSync(`${path}.${n}`)) renameSync(`${path}.${n}`, `${path}.${n + 1}`);
    }
    // Somebody may have moved the file away, and not told us yet.
    if (existsSync(path)) renameSync(path, `${path}.1`);
    renew();
  };
  const tell = (what: string, error: unknown): void => {
    complain(`The log file ${path} ${what} (${codeOf(error)}).`);
  };
  const writeWhole = (lines: Buffer): void => {
    // The first line would otherwise be the rest of the torn one, and nobody could read it.
    const bytes = isTorn ? Buffer.concat([LINE_END, lines]) : lines;
    for (let done = 0; done < bytes.length; ) {
      const taken = writeSync(fd, bytes, done);
      done += taken;
      size += taken;
      isTorn = bytes[done - 1] !== LINE_END[0];
    }
  };
  const hand = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    const bytes = Buffer.from(text);
    try {
      if (size > 0 && size + bytes.length > maxBytes) rotate();
    } catch (error) {
      // The file grows further, which is better than to lose lines. Tries again when as much has been written.
      size = 0;
      tell('could not be replaced by a new one', error);
    }
    try {
      writeWhole(bytes);
      if (lost > 0)
        complain(
          `The log file ${path} is written again. ${counted(lost, 'line was', 'lines were')} lost.`,
        );
      lost = 0;
    } catch (error) {
      if (lost === 0) tell('cannot be written, and lines are lost', error);
      lost += text.split('\n').length - 1;
    }
  };
  const sink: LogSink = {
    write(line) {
      waiting += line;
      if (waiting.length >= BATCH_LENGTH) hand();
      else timer ??= setTimeout(hand, LONGEST_WAIT_MS).unref();
    },
    flushSync: hand,
    reopen() {
      hand();
      try {
        renew();
      } catch (error) {
        tell('could not be opened again, so the former file is still written', error);
      }
    },
  };
  // Writes the last lines, which may say why the process ends.
  process.once('exit', sink.flushSync);
  return sink;
}

function openOrFail(path: string): number {
  try {
    return openSync(path, 'a', MODE);
  } catch (error) {
    throw new CommandFailure(
      `The log file ${path} cannot be opened (${codeOf(error)}). Set FORMSTEAD_LOG_FILE to a file in a folder that exists and that Formstead may write.`,
    );
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
