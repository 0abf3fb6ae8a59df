import { setImmediate } from 'node:timers/promises';
import type { Database } from '#db/database.ts';
import type { ObservedRequest, ObserveRequest } from '#http/observed-request.ts';
import type { Ids } from '#kernel/ids.ts';
import { claimedAccountCode } from './claimed-account.ts';
import { digestRequest } from './digest-request.ts';
import type { LogEntry } from './log-entry.ts';
import { findClaimedAccount, insertEntries, selectNames } from './provisioning-log.store.ts';
import type { KnowsPath } from './redact.ts';
import { countAttributes, type SeenAttribute } from './seen-attributes.store.ts';

/** Requests that wait to be stored; more are counted and let go. */
const MAX_WAITING = 2000;
/** Bytes of bodies that wait. */
const MAX_WAITING_BYTES = 16_777_216;
/** Requests stored in one go, so that a flood never keeps the storage busy. */
const MAX_STORED = 500;
/**
 * Reads of an account that succeeded are let go beyond so many in one go: whoever reads thousands of users a second
 * would push everything else out of the queue, and storing them took a tenth of the main thread.
 */
const MAX_READS = 100;
const FLUSH_EVERY_MS = 1000;
/** Of a request that takes milliseconds to look at. */
const LARGE_BYTES = 16_384;
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
 * Every SCIM request, refused ones included. It stands in no request's way: what is observed waits in
 * a bounded queue and is stored together, once a second. What is let go is counted.
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
  readonly request: ObservedRequest;
  readonly bytes: number;
}

export function createProvisioningLog(deps: ProvisioningLogDeps): ProvisioningLog {
  const { ids, onError } = deps;
  let waiting: Waiting[] = [];
  let bytes = 0;
  /** Waiting reads by account. */
  let reads = new Map<string, number>();
  /** By account, since nobody is to hear of the requests of others. */
  const dropped = new Map<string, number>();

  const store = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const batch = waiting.slice(0, MAX_STORED);
    waiting = waiting.slice(MAX_STORED);
    bytes -= batch.reduce((sum, each) => sum + each.bytes, 0);
    reads = new Map();
    for (const { request } of waiting) if (isPlainRead(request)) add(reads, accountOf(request));
    await storeBatch(deps, batch, dropped);
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
      const size = sizeOf(request);
      const account = accountOf(request);
      const isRead = isPlainRead(request);
      const isFull = waiting.length >= MAX_WAITING || bytes + size > MAX_WAITING_BYTES;
      if (isFull || (isRead && (reads.get(account) ?? 0) >= MAX_READS)) {
        add(dropped, account);
        return;
      }
      bytes += size;
      if (isRead) add(reads, account);
      waiting.push({ id: ids.next(), request: shortened(request), bytes: size });
    },
    flush,
    async close() {
      clearInterval(timer);
      while (waiting.length > 0) await flush();
    },
  };
}

/** Whoever has not proved who they are; whose it was meant to be is looked up when it is stored. */
const NOBODY = '';
const accountOf = ({ principal }: ObservedRequest): string => principal?.accountId ?? NOBODY;

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

function sizeOf({ requestBody, responseBody }: ObservedRequest): number {
  const sent = requestBody instanceof Uint8Array ? requestBody.length : 0;
  return sent + Math.min(responseBody?.length ?? 0, MAX_ANSWER);
}

// A part of a long text would hold on to all of it.
function shortened(request: ObservedRequest): ObservedRequest {
  const { responseBody } = request;
  if (responseBody === undefined || responseBody.length <= MAX_ANSWER) return request;
  return { ...request, responseBody: Buffer.from(responseBody.slice(0, MAX_ANSWER)).toString() };
}

interface Attributed {
  readonly accountId: string;
  readonly entry: LogEntry;
  readonly attributes: readonly string[];
}

type StoreDeps = Pick<ProvisioningLogDeps, 'db' | 'knowsPath'>;

async function storeBatch(
  deps: StoreDeps,
  batch: readonly Waiting[],
  dropped: Map<string, number>,
): Promise<void> {
  let entries: readonly Attributed[];
  try {
    entries = await attribute(deps, batch);
  } catch (error) {
    for (const { request } of batch) add(dropped, accountOf(request));
    throw error;
  }
  const failures: unknown[] = [];
  for (const [accountId, own] of Map.groupBy(entries, (each) => each.accountId)) {
    const missed = take(dropped, accountId) + take(dropped, NOBODY);
    try {
      await storeOfAccount(deps.db, accountId, own, missed);
    } catch (error) {
      add(dropped, accountId, missed + own.length);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function attribute(
  { db, knowsPath }: StoreDeps,
  batch: readonly Waiting[],
): Promise<readonly Attributed[]> {
  const entries: Attributed[] = [];
  for (const { id, request, bytes } of batch) {
    // Sixteen MB may wait, and the requests of others are answered meanwhile.
    if (bytes > LARGE_BYTES) await setImmediate();
    const { principal, authorization } = request;
    const accountId =
      principal?.accountId ??
      (await findClaimedAccount(db.reader, claimedAccountCode(authorization)));
    // Whose it was meant to be is unknown: nobody can be shown it.
    if (accountId === undefined) continue;
    const { entry, attributes } = digestRequest(request, knowsPath);
    entries.push({ accountId, entry: { id, ...entry, dropped: 0 }, attributes });
  }
  return entries;
}

async function storeOfAccount(
  db: Database,
  accountId: string,
  own: readonly Attributed[],
  dropped: number,
): Promise<void> {
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

function countSeen(own: readonly Attributed[]): readonly SeenAttribute[] {
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
