import { type AssignmentRow, type AssignmentRowResult, sendRows } from '#web/api/assignments.ts';
import { ApiError } from '#web/api/client.ts';

/** As many rows as the server takes at once. */
const MOST_ROWS = 100;
/** Characters of a portion; the server takes four MiB, and a character may need three bytes. */
const MOST_CHARACTERS = 1_000_000;

export function portionsOf(rows: readonly AssignmentRow[]): readonly (readonly AssignmentRow[])[] {
  const portions: AssignmentRow[][] = [];
  let size = 0;
  for (const row of rows) {
    const own = JSON.stringify(row).length;
    const last = portions.at(-1);
    if (last === undefined || last.length === MOST_ROWS || size + own > MOST_CHARACTERS) {
      portions.push([row]);
      size = own;
    } else {
      last.push(row);
      size += own;
    }
  }
  return portions;
}

type Asked = Omit<Parameters<typeof sendRows>[0], 'rows'>;

/**
 * Checks or sends rows, one portion after the other, until it is stopped. A server that is busy is asked again when it
 * says so: a row that it has taken is not sent twice.
 * @throws ApiError when a portion has no answer
 */
export async function sendPortions(
  asked: Asked,
  rows: readonly AssignmentRow[],
  {
    signal,
    onResults,
  }: {
    readonly signal: AbortSignal;
    readonly onResults: (results: readonly AssignmentRowResult[]) => void;
  },
): Promise<void> {
  for (const portion of portionsOf(rows)) {
    if (signal.aborted) return;
    const results = await patiently(() => sendRows({ ...asked, rows: [...portion] }), signal);
    if (results === undefined) return;
    onResults(results);
  }
}

const MOST_ATTEMPTS = 5;
const LONGEST_WAIT_MS = 60_000;

/** @returns undefined if it was stopped while it waited */
async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const isBusy = error instanceof ApiError && [429, 503].includes(error.status);
      if (!isBusy || attempt === MOST_ATTEMPTS) throw error;
      await pause(Math.min(Math.max(error.retryAfterMs, 1000), LONGEST_WAIT_MS), signal);
      if (signal.aborted) return undefined;
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
