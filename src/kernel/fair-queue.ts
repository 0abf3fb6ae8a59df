/** Whose work it is: of an account, and in it of a person, a public link or a credential. */
export interface Owner {
  readonly account: string;
  readonly person: string;
}

/** How work of one kind is shared on a node. */
export interface Shares {
  /** How much runs at once. */
  readonly atOnce: number;
  /** The share of an account: how much of it runs at once. The rest stays free for other accounts. */
  readonly ofAccount: number;
  /**
   * How much of one person runs at once, even if nobody else of the account waits; by default all of its share. For
   * work that takes long: half of the share then stays free for colleagues who come later.
   */
  readonly ofPerson?: number;
  /** How much more may wait, and how much of it may belong to one account; by default, there is no limit. */
  readonly waiting?: number;
  readonly waitingOfAccount?: number;
}

/** Shares under which everything may run at once, so that a queue only decides the order. */
export const UNSHARED: Shares = {
  atOnce: Number.POSITIVE_INFINITY,
  ofAccount: Number.POSITIVE_INFINITY,
};

/**
 * A queue that shares work between accounts, and in each account between its people (decision 90). Next is the account
 * that has least running, and of those the one that was served longest ago; in it a person is chosen in the same way.
 * While a colleague waits, nobody begins what would be more than half of the account's share.
 */
export interface FairQueue<T> {
  /**
   * Adds an item.
   * @returns the item for which there is no room: usually none; otherwise this one, or the last one of the person with
   * the most waiting in the account with the most waiting, if that is more than what waits for `owner`
   */
  push(owner: Owner, item: T): T | undefined;
  /** Removes the next item and counts it as running; undefined when no waiting item may begin. */
  begin(): { readonly owner: Owner; readonly item: T } | undefined;
  /** Counts one more piece of work as running, if no waiting item may begin. @returns whether it may begin */
  beginAlso(owner: Owner): boolean;
  /** Counts a piece of work as ended. */
  end(owner: Owner): void;
  /** Removes all waiting items. */
  clear(): readonly T[];
  /** Returns how many of the waiting items may begin. An odd share may leave one of them waiting. */
  ready(): number;
  readonly size: number;
  /** Returns how many items of an account are waiting. */
  sizeOf(account: string): number;
}

/** What waits for an account: a list for each person, in the order in which they have their turns. */
type People<T> = Map<string, T[]>;

export function createFairQueue<T>(shares: Shares = UNSHARED): FairQueue<T> {
  const { atOnce, ofAccount, ofPerson = Number.POSITIVE_INFINITY } = shares;
  const { waiting: most = Number.POSITIVE_INFINITY } = shares;
  const { waitingOfAccount: mostOfAccount = Number.POSITIVE_INFINITY } = shares;
  const half = Math.max(1, Math.floor(ofAccount / 2));
  const accounts = new Map<string, People<T>>();
  const waiting = createCounts();
  const running = createCounts();

  const mayBegin = (owner: Owner): boolean => {
    const people = accounts.get(owner.account);
    const isShared = people !== undefined && people.size > (people.has(owner.person) ? 1 : 0);
    return (
      running.all() < atOnce &&
      running.ofAccount(owner.account) < ofAccount &&
      running.of(owner) < Math.min(ofPerson, isShared ? half : ofAccount)
    );
  };
  const nextPerson = (account: string, people: People<T>): string | undefined =>
    leastOf(people.keys(), (person) => {
      const owner = { account, person };
      return mayBegin(owner) ? running.of(owner) : undefined;
    });
  const next = (): Owner | undefined => {
    if (running.all() >= atOnce) return undefined;
    let person: string | undefined;
    const account = leastOf(accounts.entries(), ([name, people], least) => {
      const count = running.ofAccount(name);
      const found = count < least ? nextPerson(name, people) : undefined;
      person = found ?? person;
      return found === undefined ? undefined : count;
    })?.[0];
    return account === undefined || person === undefined ? undefined : { account, person };
  };
  /** Removes the first item of somebody who waits, who then goes behind the others, as does their account. */
  const serve = (owner: Owner): T | undefined => {
    const people = accounts.get(owner.account);
    const items = people?.get(owner.person);
    if (!people || !items) return undefined;
    const item = items.shift();
    waiting.add(owner, -1);
    putLast(people, owner.person, items, items.length > 0);
    putLast(accounts, owner.account, people, people.size > 0);
    return item;
  };
  /** Removes the last item of somebody who waits. */
  const drop = (owner: Owner): T | undefined => {
    const people = accounts.get(owner.account);
    const item = people?.get(owner.person)?.pop();
    waiting.add(owner, -1);
    if (waiting.of(owner) === 0) people?.delete(owner.person);
    if (people?.size === 0) accounts.delete(owner.account);
    return item;
  };
  /** Returns who loses an item to `owner`; undefined when nobody has more waiting. */
  const loserTo = (owner: Owner): Owner | undefined => {
    const isAccountFull = waiting.ofAccount(owner.account) >= mostOfAccount;
    const account = isAccountFull ? owner.account : mostOf(accounts.keys(), waiting.ofAccount);
    const isOwn =
      account === undefined || waiting.ofAccount(account) <= waiting.ofAccount(owner.account) + 1;
    const of = isOwn ? owner.account : account;
    const countOf = (person: string) => waiting.of({ account: of, person });
    const person = mostOf(accounts.get(of)?.keys() ?? [], countOf);
    if (person === undefined) return undefined;
    return isOwn && countOf(person) <= waiting.of(owner) + 1 ? undefined : { account: of, person };
  };
  return {
    push(owner, item) {
      const isFull = waiting.all() >= most || waiting.ofAccount(owner.account) >= mostOfAccount;
      // Whatever begins at once needs no room.
      const needsRoom = isFull && (!mayBegin(owner) || next() !== undefined);
      const loser = needsRoom ? loserTo(owner) : undefined;
      if (needsRoom && !loser) return item;
      const lost = loser && drop(loser);
      const people = accounts.get(owner.account) ?? new Map<string, T[]>();
      accounts.set(owner.account, people);
      const items = people.get(owner.person) ?? [];
      people.set(owner.person, items);
      items.push(item);
      waiting.add(owner, 1);
      return lost;
    },
    begin() {
      const owner = next();
      if (!owner) return undefined;
      const item = serve(owner);
      running.add(owner, 1);
      return item === undefined ? undefined : { owner, item };
    },
    beginAlso(owner) {
      if (next() || !mayBegin(owner)) return false;
      running.add(owner, 1);
      return true;
    },
    end: (owner) => running.add(owner, -1),
    clear() {
      const items = [...accounts.values()].flatMap((people) => [...people.values()].flat());
      accounts.clear();
      waiting.clear();
      return items;
    },
    ready() {
      let count = 0;
      for (const account of accounts.keys()) {
        const room = ofAccount - running.ofAccount(account);
        count += Math.min(waiting.ofAccount(account), room);
      }
      return Math.min(count, atOnce - running.all());
    },
    get size() {
      return waiting.all();
    },
    sizeOf: waiting.ofAccount,
  };
}

/** Counts by account and person. */
function createCounts() {
  const accounts = new Map<string, Map<string, number>>();
  const totals = new Map<string, number>();
  let all = 0;
  return {
    all: () => all,
    ofAccount: (account: string): number => totals.get(account) ?? 0,
    of: ({ account, person }: Owner): number => accounts.get(account)?.get(person) ?? 0,
    add({ account, person }: Owner, more: number): void {
      all += more;
      const people = accounts.get(account) ?? new Map<string, number>();
      setOrDelete(people, person, (people.get(person) ?? 0) + more);
      setOrDelete(totals, account, (totals.get(account) ?? 0) + more);
      if (people.size > 0) accounts.set(account, people);
      else accounts.delete(account);
    },
    clear(): void {
      all = 0;
      accounts.clear();
      totals.clear();
    },
  };
}

function setOrDelete(counts: Map<string, number>, key: string, count: number): void {
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

function putLast<V>(map: Map<string, V>, key: string, value: V, stays: boolean): void {
  map.delete(key);
  if (stays) map.set(key, value);
}

/** Returns the first key with the lowest count. A key for which `countOf` returns undefined is passed over. */
function leastOf<K>(
  keys: Iterable<K>,
  countOf: (key: K, least: number) => number | undefined,
): K | undefined {
  let found: K | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const key of keys) {
    const count = countOf(key, least);
    if (count === undefined || count >= least) continue;
    found = key;
    least = count;
    if (least === 0) break;
  }
  return found;
}

/** Returns the first key with the highest count. */
const mostOf = (keys: Iterable<string>, countOf: (key: string) => number): string | undefined =>
  leastOf(keys, (key) => -countOf(key) || undefined);
