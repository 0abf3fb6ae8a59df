import { Readable } from 'node:stream';
import type { Database } from '#db/database.ts';
import type { Viewer } from '#form-basics/index.ts';
import type { Clock } from '#kernel/clock.ts';
import { onBehalfOf } from '#kernel/on-behalf.ts';
import { type BellOwner, selectChanged } from './bell.store.ts';

/** Streams of one person, of an account, and of all on this node. Whoever gets none asks once a minute. */
export const MOST_OF_PERSON = 8;
const MOST_OF_ACCOUNT = 2000;
const MOST = 10_000;
/** How often the storage is asked what other nodes have changed: one query, however many streams there are. */
const LOOK_MS = 2000;
/** How often a stream asks whether its session and the rights still hold. */
export const ASKED_AGAIN_MS = 20_000;
/** A transaction of another node may be committed this much later than the time that it wrote. */
const LATE_COMMIT_MS = 10_000;
const MOST_CHANGES = 5000;
/** A client that reads nothing is cut off at this many bytes. */
const MOST_UNREAD_BYTES = 16_384;
/** After a break, a browser waits this long before it comes again. */
const RETRY_MS = 5000;

export interface StreamsDeps {
  readonly db: Pick<Database, 'reader'>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export interface StreamOptions {
  readonly viewer: Viewer;
  /** Returns who is signed in by the session of the stream; undefined once it has ended. */
  readonly signedIn: () => Promise<Viewer | undefined>;
  readonly count: (viewer: Viewer) => Promise<number>;
}

/** The open streams of this node, by which browsers learn how many notices are unread. */
export interface NoticeStreams {
  /** Returns a new stream of server-sent events; undefined if there are too many, or the server is about to stop. */
  open(options: StreamOptions): Readable | undefined;
  /** Signals that the notices of a person have changed. */
  notify(person: BellOwner): void;
  /** Ends all streams, and opens no more. */
  close(): void;
}

interface Stream extends StreamOptions {
  readonly readable: Readable;
  askedAt: number;
  isBusy: boolean;
  /** It was told of a change while it counted. */
  isStale: boolean;
  last: number | undefined;
  /** When the last change happened that it was told of: a notice may grow while the number stays. */
  changedAt: number;
  toldAt: number;
}

export function createNoticeStreams({ db, clock, onError }: StreamsDeps): NoticeStreams {
  const streams = new Map<string, Set<Stream>>();
  const ofAccount = new Map<string, number>();
  let all = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = 0;
  let isLooking = false;

  const add = (accountId: string, by: number): void => {
    all += by;
    ofAccount.set(accountId, (ofAccount.get(accountId) ?? 0) + by);
    if (ofAccount.get(accountId) === 0) ofAccount.delete(accountId);
  };
  const forget = (stream: Stream): void => {
    const own = streams.get(keyOf(stream.viewer));
    if (own?.delete(stream) !== true) return;
    if (own.size === 0) streams.delete(keyOf(stream.viewer));
    add(stream.viewer.accountId, -1);
    if (all === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
  const end = (stream: Stream): void => {
    forget(stream);
    stream.readable.push(null);
  };
  const write = (stream: Stream, text: string): void => {
    stream.readable.push(text);
    if (stream.readable.readableLength > MOST_UNREAD_BYTES) stream.readable.destroy();
  };

  /** Asks session, rights and count again, and sends the count if it is new. */
  const refresh = async (stream: Stream): Promise<void> => {
    const viewer = await stream.signedIn();
    if (stream.readable.destroyed) return;
    if (viewer?.userId !== stream.viewer.userId || viewer.accountId !== stream.viewer.accountId) {
      return end(stream);
    }
    const unread = await stream.count(viewer);
    if (stream.readable.destroyed || isClosed) return;
    const isNew = unread !== stream.last || stream.changedAt > stream.toldAt;
    stream.last = unread;
    stream.toldAt = stream.changedAt;
    // A comment keeps proxies from ending a silent connection.
    write(stream, isNew ? `event: unread\ndata: ${JSON.stringify({ unread })}\n\n` : ':\n\n');
  };
  const ask = (stream: Stream): void => {
    if (stream.isBusy) {
      stream.isStale = true;
      return;
    }
    stream.isBusy = true;
    stream.askedAt = clock.now();
    const { accountId: account, userId: person } = stream.viewer;
    void onBehalfOf({ account, person }, () => refresh(stream))
      .catch(onError)
      .finally(() => {
        stream.isBusy = false;
        const again = stream.isStale;
        stream.isStale = false;
        if (again && !stream.readable.destroyed) ask(stream);
      });
  };
  const tell = (person: BellOwner, changedAt: number): void => {
    for (const stream of streams.get(keyOf(person)) ?? []) {
      stream.changedAt = Math.max(stream.changedAt, changedAt);
      ask(stream);
    }
  };
  const look = async (): Promise<void> => {
    const now = clock.now();
    const since = lookedAt - LATE_COMMIT_MS;
    lookedAt = now;
    for (const each of await selectChanged(db.reader, since, MOST_CHANGES)) {
      tell(each, each.changedAt);
    }
    for (const own of streams.values()) {
      for (const stream of own) if (now - stream.askedAt >= ASKED_AGAIN_MS) ask(stream);
    }
  };
  const tick = (): void => {
    if (isLooking) return;
    isLooking = true;
    void look()
      .catch(onError)
      .finally(() => {
        isLooking = false;
      });
  };

  return {
    open(options) {
      const { accountId } = options.viewer;
      const own = streams.get(keyOf(options.viewer)) ?? new Set();
      const isFull =
        own.size >= MOST_OF_PERSON ||
        (ofAccount.get(accountId) ?? 0) >= MOST_OF_ACCOUNT ||
        all >= MOST;
      if (isClosed || isFull) return undefined;
      const readable = new Readable({ read: () => undefined });
      const stream: Stream = {
        ...{ ...options, readable, askedAt: 0 },
        ...{ isBusy: false, isStale: false, last: undefined, changedAt: 0, toldAt: 0 },
      };
      readable.once('close', () => forget(stream));
      streams.set(keyOf(options.viewer), own.add(stream));
      add(accountId, 1);
      if (timer === undefined) {
        lookedAt = clock.now();
        timer = setInterval(tick, LOOK_MS);
        timer.unref();
      }
      readable.push(`retry: ${RETRY_MS}\n\n`);
      ask(stream);
      return readable;
    },
    notify: (person) => tell(person, clock.now()),
    close() {
      isClosed = true;
      for (const own of [...streams.values()]) for (const stream of [...own]) end(stream);
    },
  };
}

const keyOf = ({ accountId, userId }: BellOwner): string => `${accountId} ${userId}`;
