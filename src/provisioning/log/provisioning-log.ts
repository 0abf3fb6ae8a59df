import { deletedNames } from '#audit/index.ts';
import type { Database } from '#db/database.ts';
import type { ObservedRequest, ObserveRequest } from '#http/observed-request.ts';
import { mayProvision } from '#http/principal.ts';
import { createFairQueue } from '#kernel/fair-queue.ts';
import type { Ids } from '#kernel/ids.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import { type DigestedRequest, digestRequest } from './digest-request.ts';
import type { LogEntry } from './log-entry.ts';
import { countEntries } from './log-size.store.ts';
import { createMisplacedBound, withoutContent } from './misplaced.ts';
import { insertEntries, selectFormerNames, selectNamesInLog } from './provisioning-log.store.ts';
import type { KnowsPath } from './redact.ts';
import { countAttributes, type SeenAttribute } from './seen-attributes.store.ts';
import { createUnauthenticatedCounts } from './unauthenticated.ts';

/** Most requests of an account that wait to be stored; further ones are counted and dropped. */
const MAX_WAITING = 2000;
/** Most bytes of URLs and bodies of an account that wait. */
const MAX_WAITING_BYTES = 16_777_216;
/** Most waiting bytes of all accounts together; beyond that, each account may only use its share. */
const MAX_ALL_BYTES = 67_108_864;
/** Requests stored in one flush, so that a flood never keeps the storage busy. */
const MAX_STORED = 500;
/**
 * Most waiting reads of an account that succeeded; further ones are dropped. A client that reads thousands of users a
 * second would push everything else out of the queue, and storing its reads took a tenth of the main thread.
 */
const MAX_READS = 100;
const FLUSH_EVERY_MS = 1000;
/** Bytes digested in one turn of the event loop: some milliseconds. Each request adds {@link BYTES_OF_REQUEST}. */
const BYTES_A_TURN = 16_384;
const BYTES_OF_REQUEST = 500;
const FORBIDDEN = 403;
const TOO_MANY = 429;
/** Characters of a response that are read; its beginning names the resource. */
const MAX_ANSWER = 65_536;

export interface ProvisioningLogDeps {
  readonly db: Database;
  readonly ids: Ids;
  /** Bytes that the log of an account may take. */
  readonly limit: number;
  /** Whether a schema has an attribute. Only values of such attributes are kept. */
  readonly knowsPath: KnowsPath;
  /** Called when entries could not be stored; they are counted as dropped. */
  readonly onError: (error: unknown) => void;
}

/**
 * The log of every SCIM request of a caller who may provision, refused ones included. It never delays a request: observed requests wait
 * in a bounded queue for each account and are stored together, once a second. Requests that are dropped, and requests
 * without valid credentials, are only counted. A node that only reads notes nothing.
 */
export interface ProvisioningLog {
  readonly observe: ObserveRequest;
  /** Stores waiting requests. */
  flush(): Promise<void>;
  /** Flushes and stops. */
  close(): Promise<void>;
}

interface Waiting {
  readonly id: string;
  readonly accountId: string;
  readonly request: ObservedRequest;
  readonly bytes: number;
  /** Whether its credential may not provision. */
  readonly isMisplaced: boolean;
}

/** The waiting requests of an account. */
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
  /** Dropped requests by account, so that no account learns of the requests of others. */
  const dropped = new Map<string, number>();
  const unauthenticated = createUnauthenticatedCounts(db);
  const misplaced = createMisplacedBound();

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
  const push = (accountId: string, request: ObservedRequest, isMisplaced: boolean): void => {
    const size = sizeOf(request);
    const isRead = isPlainRead(request);
    const load = loads.get(accountId) ?? EMPTY;
    if (!hasRoom(accountId, load, size) || (isRead && load.reads >= MAX_READS)) {
      add(dropped, accountId);
      return;
    }
    const id = ids.next();
    const line = { id, accountId, request: shortened(request), bytes: size, isMisplaced };
    waiting.push({ account: accountId, person: '' }, line);
    change(accountId, load, { bytes: size, reads: isRead ? 1 : 0 });
  };
  /** Accounts take turns. */
  const take = (): readonly Waiting[] => {
    const batch: Waiting[] = [];
    for (let turn = waiting.begin(); turn; turn = waiting.begin()) {
      const { owner, item: next } = turn;
      waiting.end(owner);
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
    await unauthenticated.flush();
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
      if (db.isReadOnly) return;
      const { principal } = request;
      if (principal === undefined) {
        // The rate limit refuses a request before its credentials are checked, so they may be valid.
        if (request.status !== TOO_MANY) unauthenticated.count(request);
        return;
      }
      // People who read or change themselves are no identity provider: what they send would fill the log, and hide or
      // fake trouble of the real one. A credential without the right was made by an admin, who looks here for why its
      // sync is refused.
      const { accountId, credentialId } = principal;
      if (mayProvision(principal)) push(accountId, request, false);
      else if (credentialId === undefined || request.status !== FORBIDDEN) return;
      else if (misplaced.take(accountId, credentialId, request.at))
        push(accountId, withoutContent(request), true);
      else add(dropped, accountId);
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

/** Whether a request is a read that succeeded. A search by POST is a read too, RFC 7644 §3.4.3. */
function isPlainRead({ method, status, url }: ObservedRequest): boolean {
  if (status >= 400) return false;
  return method === 'GET' || method === 'HEAD' || /^[^?]*\/\.search\/?(?:\?|$)/i.test(url);
}

function sizeOf({ url, requestBody, responseBody }: ObservedRequest): number {
  const sent = requestBody instanceof Uint8Array ? requestBody.length : 0;
  return url.length + sent + Math.min(responseBody?.length ?? 0, MAX_ANSWER);
}

// Copies the beginning of a long response, because a slice would keep the whole text in memory.
function shortened(request: ObservedRequest): ObservedRequest {
  const { responseBody } = request;
  if (responseBody === undefined || responseBody.length <= MAX_ANSWER) return request;
  return { ...request, responseBody: Buffer.from(responseBody.slice(0, MAX_ANSWER)).toString() };
}

type StoreDeps = Pick<ProvisioningLogDeps, 'db' | 'knowsPath' | 'limit'>;

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
  let digestedBytes = 0;
  for (const { id, request, bytes, isMisplaced } of batch) {
    digestedBytes += BYTES_OF_REQUEST + bytes;
    // Up to 16 MiB may wait, so other requests are answered in between.
    if (digestedBytes > BYTES_A_TURN) {
      await letOthersIn();
      digestedBytes = 0;
    }
    const { entry, attributes } = digestRequest(request, knowsPath);
    const content = isMisplaced && { responseBody: undefined, truncated: true };
    entries.push({ entry: { id, ...entry, ...content, dropped: 0 }, attributes });
  }
  return entries;
}

async function storeOfAccount(
  { db, knowsPath, limit }: StoreDeps,
  accountId: string,
  batch: readonly Waiting[],
  dropped: number,
): Promise<void> {
  const own = await digest(knowsPath, batch);
  const nameless = own.flatMap(({ entry }) =>
    entry.resourceName === undefined && entry.resourceId !== undefined ? [entry.resourceId] : [],
  );
  // Of the deleted only those that a request deleted, because they were visible to it.
  const deleted = own.flatMap(({ entry: { method, outcome, resourceId: id, resourceType } }) =>
    method === 'DELETE' && outcome === 'ok' && id !== undefined ? [{ id, resourceType }] : [],
  );
  const isGroup = (each: Pick<LogEntry, 'resourceType'>) => each.resourceType === 'Group';
  const groups = deleted.filter(isGroup).map(({ id }) => id);
  const others = deleted.filter((each) => !isGroup(each)).map(({ id }) => id);
  const names = new Map([
    ...(await deletedNames(db.reader, accountId, 'group.delete', groups)),
    ...(await selectFormerNames(db.reader, accountId, others)),
    ...(await selectNamesInLog(db.reader, accountId, nameless)),
  ]);
  const entries = own.map(({ entry }, at) => ({
    ...entry,
    dropped: at === 0 ? dropped : 0,
    resourceName: entry.resourceName ?? names.get(entry.resourceId ?? ''),
  }));
  const seen = countSeen(own);
  await db.transaction(async (tx) => {
    await insertEntries(tx, accountId, entries);
    await countEntries(tx, accountId, entries, limit);
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
  // All nodes write in the same order, so that they never deadlock.
  return [...counted].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, seen]) => seen);
}
