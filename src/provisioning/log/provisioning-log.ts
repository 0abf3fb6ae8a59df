import type { Database } from '#db/database.ts';
import type { ObservedRequest, ObserveRequest } from '#http/observed-request.ts';
import { createFairQueue } from '#kernel/fair-queue.ts';
import type { Ids } from '#kernel/ids.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import { type DigestedRequest, digestRequest } from './digest-request.ts';
import type { LogEntry } from './log-entry.ts';
import { insertEntries, selectNames } from './provisioning-log.store.ts';
import type { KnowsPath } from './redact.ts';
import { countAttributes, type SeenAttribute } from './seen-attributes.store.ts';
import { createUnproven } from './unproven.ts';

/** Requests of an account that wait to be stored; more are counted and let go. */
const MAX_WAITING = 2000;
/** Bytes of addresses and bodies of an account that wait. */
const MAX_WAITING_BYTES = 16_777_216;
/** Of all accounts: once they have that much, none may have more than its share of it. */
const MAX_ALL_BYTES = 67_108_864;
/** Requests stored in one go, so that a flood never keeps the storage busy. */
const MAX_STORED = 500;
/**
 * Reads of an account that succeeded are let go beyond so many in one go: whoever reads thousands of users a second
 * would push everything else out of the queue, and storing them took a tenth of the main thread.
 */
const MAX_READS = 100;
const FLUSH_EVERY_MS = 1000;
/** Bytes that are looked at in one turn: some milliseconds. What else there is of a request counts as so many. */
const BYTES_A_TURN = 16_384;
const BYTES_OF_REQUEST = 500;
const TOO_MANY = 429;
/** Characters of an answer that are looked at: its beginning names the resource. */
const MAX_ANSWER = 65_536;

export interface ProvisioningLogDeps {
  readonly db: Database;
  readonly ids: Ids;
  /** Whether some schema has an attribute: only the values of those are kept. */
  readonly knowsPath: KnowsPath;
  /** Hears of entries that could not be stored; they are counted as dropped. */
  readonly onError: (error: unknown) => void;
}

/**
 * Every SCIM request of senders who proved who they are, refused ones included. It stands in no request's way: what is
 * observed waits in a bounded queue of its account and is stored together, once a second. What is let go is counted, and
 * so is what was sent without proof.
 */
export interface ProvisioningLog {
  readonly observe: ObserveRequest;
  /** Stores what waits. */
  flush(): Promise<void>;
  /** Flushes and stops. */
  close(): Promise<void>;
}

interface Waiting {
  readonly id: string;
  readonly accountId: string;
  readonly request: ObservedRequest;
  readonly bytes: number;
}

/** What waits of an account. */
interface Load {
  readonly bytes: number;
  readonly reads: number;
}
const EMPTY: Load = { bytes: 0, reads: 0 };

export function createProvisioningLog(deps: ProvisioningLogDeps): ProvisioningLog {
  const { db, ids, onError } = deps;
  const waiting = createFairQueue<Waiting>();
  const loads = new Map<string, Load>();
  let bytes = 0;
  /** By account, since nobody is to hear of the requests of others. */
  const dropped = new Map<string, number>();
  const unproven = createUnproven(db);

  const hasRoom = (account: string, load: Load, size: number): boolean => {
    const own = load.bytes + size;
    if (waiting.sizeOf(account) >= MAX_WAITING || own > MAX_WAITING_BYTES) return false;
    return bytes + size <= MAX_ALL_BYTES || own <= MAX_ALL_BYTES / (loads.size + 1);
  };
  const change = (account: string, load: Load, by: Load): void => {
    const now = { bytes: load.bytes + by.bytes, reads: load.reads + by.reads };
    bytes += by.bytes;
    if (waiting.sizeOf(account) > 0) loads.set(account, now);
    else loads.delete(account);
  };
  /** Accounts take turns. */
  const take = (): readonly Waiting[] => {
    const batch: Waiting[] = [];
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      batch.push(next);
      const less = { bytes: -next.bytes, reads: isPlainRead(next.request) ? -1 : 0 };
      change(next.accountId, loads.get(next.accountId) ?? EMPTY, less);
      if (batch.length === MAX_STORED) break;
    }
    return batch;
  };
  const store = async (): Promise<void> => {
    const batch = take();
    if (batch.length > 0) await storeBatch(deps, batch, dropped);
    await unproven.flush();
  };
  let last: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    last = last.then(store, store);
    return last;
  };
  const timer = setInterval(() => void flush().catch(onError), FLUSH_EVERY_MS);
  timer.unref();

  return {
    observe(request) {
      const accountId = request.principal?.accountId;
      if (accountId === undefined) {
        // Beyond the limit nobody looked at what they brought: it may be good.
        if (request.status !== TOO_MANY) unproven.note(request);
        return;
      }
      const size = sizeOf(request);
      const isRead = isPlainRead(request);
      const load = loads.get(accountId) ?? EMPTY;
      if (!hasRoom(accountId, load, size) || (isRead && load.reads >= MAX_READS)) {
        add(dropped, accountId);
        return;
      }
      const line = { id: ids.next(), accountId, request: shortened(request), bytes: size };
      waiting.push(accountId, line);
      change(accountId, load, { bytes: size, reads: isRead ? 1 : 0 });
    },
    flush,
    async close() {
      clearInterval(timer);
      do await flush();
      while (waiting.size > 0);
    },
  };
}

function add(counts: Map<string, number>, key: string, more = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}

function take(counts: Map<string, number>, key: string): number {
  const count = counts.get(key) ?? 0;
  counts.delete(key);
  return count;
}

/** A search by POST reads as well, RFC 7644 §3.4.3. */
function isPlainRead({ method, status, url }: ObservedRequest): boolean {
  if (status >= 400) return false;
  return method === 'GET' || method === 'HEAD' || /^[^?]*\/\.search\/?(?:\?|$)/i.test(url);
}

function sizeOf({ url, requestBody, responseBody }: ObservedRequest): number {
  const sent = requestBody instanceof Uint8Array ? requestBody.length : 0;
  return url.length + sent + Math.min(responseBody?.length ?? 0, MAX_ANSWER);
}

// A part of a long text would hold on to all of it.
function shortened(request: ObservedRequest): ObservedRequest {
  const { responseBody } = request;
  if (responseBody === undefined || responseBody.length <= MAX_ANSWER) return request;
  return { ...request, responseBody: Buffer.from(responseBody.slice(0, MAX_ANSWER)).toString() };
}

type StoreDeps = Pick<ProvisioningLogDeps, 'db' | 'knowsPath'>;

async function storeBatch(
  deps: StoreDeps,
  batch: readonly Waiting[],
  dropped: Map<string, number>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const [accountId, own] of Map.groupBy(batch, (each) => each.accountId)) {
    const missed = take(dropped, accountId);
    try {
      await storeOfAccount(deps, accountId, own, missed);
    } catch (error) {
      add(dropped, accountId, missed + own.length);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

interface Digested extends Pick<DigestedRequest, 'attributes'> {
  readonly entry: LogEntry;
}

async function digest(
  knowsPath: KnowsPath,
  batch: readonly Waiting[],
): Promise<readonly Digested[]> {
  const entries: Digested[] = [];
  let looked = 0;
  for (const { id, request, bytes } of batch) {
    looked += BYTES_OF_REQUEST + bytes;
    // Sixteen MB may wait, and the requests of others are answered meanwhile.
    if (looked > BYTES_A_TURN) {
      await letOthersIn();
      looked = 0;
    }
    const { entry, attributes } = digestRequest(request, knowsPath);
    entries.push({ entry: { id, ...entry, dropped: 0 }, attributes });
  }
  return entries;
}

async function storeOfAccount(
  { db, knowsPath }: StoreDeps,
  accountId: string,
  batch: readonly Waiting[],
  dropped: number,
): Promise<void> {
  const own = await digest(knowsPath, batch);
  const nameless = own.flatMap(({ entry }) =>
    entry.resourceName === undefined && entry.resourceId !== undefined ? [entry.resourceId] : [],
  );
  const names = await selectNames(db.reader, accountId, nameless);
  const entries = own.map(({ entry }, at) => ({
    ...entry,
    dropped: at === 0 ? dropped : 0,
    resourceName: entry.resourceName ?? names.get(entry.resourceId ?? ''),
  }));
  const seen = countSeen(own);
  await db.transaction(async (tx) => {
    await insertEntries(tx, accountId, entries);
    await countAttributes(tx, accountId, seen);
  });
}

function countSeen(own: readonly Digested[]): readonly SeenAttribute[] {
  const counted = new Map<string, SeenAttribute>();
  for (const { entry, attributes } of own) {
    const resourceType = entry.resourceType ?? 'Other';
    for (const path of attributes) {
      const key = `${resourceType} ${path}`;
      const seen = (counted.get(key)?.seen ?? 0) + 1;
      counted.set(key, { resourceType, path, seen, lastSeenAt: entry.at });
    }
  }
  // In one order everywhere, so that two nodes never wait for each other.
  return [...counted].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, seen]) => seen);
}
