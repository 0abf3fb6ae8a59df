import type { Database } from '#db/database.ts';
import type { ObservedRequest } from '#http/observed-request.ts';
import { claimedAccountCode } from './claimed-account.ts';
import {
  countUnauthenticated,
  findAccounts,
  findOnlyAccount,
  hourOf,
  type UnauthenticatedRequests,
} from './unauthenticated.store.ts';

/** Most kinds of requests between two flushes; requests of further kinds are not counted. */
const MAX_KINDS = 1000;

/**
 * Counts unauthenticated requests. Their content is not kept, because anybody on the network can send it. There is one
 * count for each hour, address, method and route, under the account that the requests claim.
 */
export interface UnauthenticatedCounts {
  count(request: ObservedRequest): void;
  flush(): Promise<void>;
}

interface Counted extends UnauthenticatedRequests {
  /** The code of the claimed account; undefined when the requests claim none. */
  readonly claimed: string | undefined;
}

export function createUnauthenticatedCounts(db: Database): UnauthenticatedCounts {
  let kinds = new Map<string, Counted>();
  return {
    count({ at, ip, method, route = '', authorization }) {
      const claimed = claimedAccountCode(authorization);
      const hour = hourOf(at);
      const key = [claimed, hour, ip, method, route].join(' ');
      const known = kinds.get(key);
      if (!known && kinds.size >= MAX_KINDS) return;
      const count = (known?.count ?? 0) + 1;
      const firstAt = known?.firstAt ?? at;
      kinds.set(key, { claimed, hour, ip, method, route, count, firstAt, lastAt: at });
    },
    async flush() {
      if (kinds.size === 0) return;
      const all = [...kinds.values()];
      kinds = new Map();
      const codes = new Set(all.flatMap(({ claimed }) => (claimed === undefined ? [] : [claimed])));
      const accounts = await findAccounts(db.reader, [...codes]);
      const only = await findOnlyAccount(db.reader);
      // All nodes write in the same order, so that they never deadlock.
      const ordered = all.toSorted((a, b) => (kindOf(a) < kindOf(b) ? -1 : 1));
      const byAccount = Map.groupBy(ordered, ({ claimed }) =>
        claimed === undefined ? only : accounts.get(claimed),
      );
      for (const [accountId, own] of byAccount) {
        // The account is unknown, so nobody could be shown these requests.
        if (accountId === undefined) continue;
        await db.transaction((tx) => countUnauthenticated(tx, accountId, own));
      }
    },
  };
}

const kindOf = ({ hour, ip, method, route }: Counted): string => `${hour} ${ip} ${method} ${route}`;
