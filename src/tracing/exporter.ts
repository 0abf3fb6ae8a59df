import { setTimeout as sleep } from 'node:timers/promises';
import { typeOf } from '#kernel/traced-work.ts';
import { type EndedSpan, type Resource, requestOf } from './otlp.ts';

export interface ExporterDeps {
  /** Where spans are sent. */
  readonly url: string;
  /** Sent with each request, such as a key of the collector. */
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Resource;
  /** Called when spans have been sent or dropped. */
  readonly onSpans: (outcome: 'sent' | 'dropped', count: number) => void;
  /** Called when spans are dropped, and not again before some have been sent; contains no secrets. */
  readonly onTrouble: (reason: string) => void;
  /** Called when spans are sent again. */
  readonly onRecovery: () => void;
  /** Pauses and time limits, which only tests change. */
  readonly times?: Partial<typeof TIMES> | undefined;
}

export interface Exporter {
  /** Queues a span, or drops it if the queue is full. Never waits and never throws. */
  add(span: EndedSpan): void;
  close(): Promise<void>;
}

/** Spans that wait, with about 1 kB each. */
const MOST_WAITING = 4096;
/** Spans of one request: writing them as JSON takes about a millisecond. */
const BATCH = 256;
/** Attempts for a batch that the collector may take later. */
const ATTEMPTS = 4;
const MOST_ANSWER = 65_536;
/** Answers after which OTLP has a client try again. */
const LATER: readonly number[] = [429, 502, 503, 504];

/** In milliseconds. */
const TIMES = {
  /** How long spans are collected before they are sent. */
  collect: 2000,
  /** How long the collector may take to answer. */
  answer: 10_000,
  /** The pause before a second attempt, which doubles. */
  pause: 1000,
  longestPause: 30_000,
  /** How long the last spans may take when the node stops. */
  closing: 2000,
};

/** What became of an attempt. */
type Outcome =
  | { readonly sent: true; readonly rejected: number }
  | {
      readonly sent: false;
      readonly reason: string;
      readonly again: boolean;
      /** How long the collector asks to wait, in milliseconds. */
      readonly after: number;
    };

/** Sends spans in the background, one request at a time. */
export function createExporter(deps: ExporterDeps): Exporter {
  const { onSpans, onTrouble, onRecovery } = deps;
  const times = { ...TIMES, ...deps.times };
  const stopping = new AbortController();
  let waiting: EndedSpan[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let isClosing = false;
  let isTroubled = false;
  let full = 0;

  const drop = (count: number, reason: string): void => {
    onSpans('dropped', count);
    if (!isTroubled) onTrouble(reason);
    isTroubled = true;
  };
  const noteFull = (): void => {
    if (full > 0) drop(full, 'too many spans wait');
    full = 0;
  };
  /** Sends a request until the collector takes or refuses it, or does not answer for too long. */
  const insist = async (body: string): Promise<Outcome> => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await post(deps, body, times.answer, stopping.signal);
      const isOver = outcome.sent || !outcome.again || attempt === ATTEMPTS || isClosing;
      if (isOver) return outcome;
      const pause = Math.max(outcome.after, times.pause * 2 ** (attempt - 1));
      const rest = Math.min(pause, times.longestPause);
      await sleep(rest, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
    }
  };
  const sendBatch = async (batch: readonly EndedSpan[]): Promise<void> => {
    const outcome = await insist(requestOf(deps.resource, batch));
    if (!outcome.sent) return drop(batch.length, outcome.reason);
    const rejected = Math.min(outcome.rejected, batch.length);
    onSpans('sent', batch.length - rejected);
    if (rejected > 0) return drop(rejected, 'the collector rejected spans');
    if (isTroubled) onRecovery();
    isTroubled = false;
  };
  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      await sendBatch(batch);
      noteFull();
    }
  };
  const send = (): void => {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
  };

  return {
    add(span) {
      if (waiting.length >= MOST_WAITING) {
        full += 1;
        return;
      }
      waiting.push(span);
      if (sending !== undefined) return;
      if (waiting.length >= BATCH) send();
      else timer ??= setTimeout(send, times.collect).unref();
    },
    async close() {
      isClosing = true;
      const cut = setTimeout(() => stopping.abort(), times.closing);
      send();
      await sending;
      clearTimeout(cut);
      noteFull();
    },
  };
}

/** Sends one request. Never throws: an error becomes part of the outcome. */
async function post(
  { url, headers }: Pick<ExporterDeps, 'url' | 'headers'>,
  body: string,
  timeoutMs: number,
  stop: AbortSignal,
): Promise<Outcome> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      // The collector is the one of the settings, and no other.
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), stop]),
    });
    if (answer.ok) return { sent: true, rejected: rejectedIn(await readText(answer)) };
    await answer.body?.cancel();
    const reason = `the collector answered ${answer.status}`;
    return { sent: false, reason, again: LATER.includes(answer.status), after: pauseOf(answer) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = `the collector did not answer (${typeOf(cause)})`;
    return { sent: false, reason, again: true, after: 0 };
  }
}

/** Reads the beginning of an answer. */
async function readText({ body }: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_ANSWER) break;
  }
  return text;
}

/** Returns how many spans a collector says that it rejected when it took the others. */
function rejectedIn(text: string): number {
  const [, count = '0'] = /"rejectedSpans"\s*:\s*"?(\d{1,9})/.exec(text) ?? [];
  return Number(count);
}

/** Returns Retry-After in milliseconds; dates are not read. */
function pauseOf({ headers }: Response): number {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : 0;
}
