import { networkOf } from '#kernel/addresses.ts';
import type { Clock } from '#kernel/clock.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { LimitClass } from './endpoint.ts';
import type { AnyPrincipal } from './principal.ts';
import { createProofs, type Proofs } from './proofs.ts';
import {
  type CountClient,
  type CountRequest,
  countEach,
  countHere,
  countInBlocks,
  type Policy,
  type Usage,
} from './quota.ts';

/** Requests a minute, unless it says otherwise. */
export interface LimitSettings {
  /** Token requests per client_id. */
  readonly tokenPerClient: number;
  /** Token requests per address. */
  readonly tokenPerAddress: number;
  /** Introspections and revocations per address. */
  readonly introspectionPerAddress: number;
  /** Sign-in and set-up requests per address. */
  readonly signInPerAddress: number;
  /** Requests per address for what is open to everybody, on one node; health checks are counted apart. */
  readonly publicPerAddress: number;
  /** Answers of 401 per address, on one node. */
  readonly unauthorisedPerAddress: number;
  /** API requests per credential; Basic counts per user. */
  readonly apiPerCredential: number;
  /** SCIM requests per account: an identity provider needs at least 25 a second. */
  readonly scimPerAccount: number;
  /** Requests of one caller that may run at once, on one node. */
  readonly concurrentPerCaller: number;
  /** X-RateLimit-… beside the headers of the draft. */
  readonly legacyHeaders: boolean;
}

export interface LimitsDeps {
  readonly clock: Clock;
  /** The storage that nodes share; left out: this process counts for itself. */
  readonly client?: CountClient | undefined;
  readonly windowSeconds?: number;
}

/**
 * The limits of each class of route. What a request used of them is told in its answer.
 * Each function throws AppError `too-many-requests`.
 */
export interface Limits extends Proofs {
  /** Before anything is read of a request that needs no credentials. */
  countAddress(limit: LimitClass, ip: string): Promise<readonly Usage[]>;
  /** For a client that has proved who it is: nobody uses up what is another's. */
  countClient(limit: LimitClass, clientId: string): Promise<readonly Usage[]>;
  /** Once it is known who calls. */
  countPrincipal(limit: LimitClass, principal: AnyPrincipal): Promise<readonly Usage[]>;
  /** One more of the caller's requests runs. @returns what to call once when it is over. */
  enter(principal: AnyPrincipal): () => void;
  /** Adds RateLimit and RateLimit-Policy to the headers of an answer. */
  tell(usages: readonly Usage[], headers: Record<string, string>): void;
}

const WINDOW_SECONDS = 60;
const NONE: readonly Usage[] = [];

type Kind = 'address' | 'client' | 'principal';
type KeyOf = {
  readonly address: string;
  readonly client: string;
  readonly principal: AnyPrincipal;
};

/** What counts for a class: when, by what key, how often, and how exactly. */
interface Rule<K extends Kind> {
  readonly policy: string;
  readonly quota: (settings: LimitSettings) => number;
  readonly keyOf: (by: KeyOf[K]) => string;
  /** Each request on the shared storage, or blocks of quota (decision 22). */
  readonly count: typeof countEach;
}

type Rules = { readonly [K in Kind]?: Rule<K> };

const callerOf = (principal: AnyPrincipal): string => {
  if (principal.kind === 'session') return `web ${principal.userId}`;
  return principal.credentialId ?? principal.userId;
};

const itself = (key: string): string => key;

const RULES: Readonly<Record<LimitClass, Rules>> = {
  token: {
    address: {
      policy: 'token-address',
      quota: ({ tokenPerAddress }) => tokenPerAddress,
      keyOf: networkOf,
      count: countEach,
    },
    client: {
      policy: 'token-client',
      quota: ({ tokenPerClient }) => tokenPerClient,
      keyOf: itself,
      count: countEach,
    },
  },
  introspection: {
    address: {
      policy: 'introspection',
      quota: ({ introspectionPerAddress }) => introspectionPerAddress,
      keyOf: networkOf,
      count: countInBlocks,
    },
  },
  'sign-in': {
    address: {
      policy: 'sign-in',
      quota: ({ signInPerAddress }) => signInPerAddress,
      keyOf: networkOf,
      count: countEach,
    },
  },
  api: {
    principal: {
      policy: 'api',
      quota: ({ apiPerCredential }) => apiPerCredential,
      keyOf: callerOf,
      count: countInBlocks,
    },
  },
  scim: {
    principal: {
      policy: 'scim',
      quota: ({ scimPerAccount }) => scimPerAccount,
      keyOf: ({ accountId }) => accountId,
      count: countInBlocks,
    },
  },
  public: {
    address: {
      policy: 'public',
      quota: ({ publicPerAddress }) => publicPerAddress,
      keyOf: networkOf,
      count: countHere,
    },
  },
  health: {
    address: {
      policy: 'health',
      quota: ({ publicPerAddress }) => publicPerAddress,
      keyOf: networkOf,
      count: countHere,
    },
  },
};

/** @param settings how often; `deps` where it is counted */
export function createLimits(settings: LimitSettings, deps: LimitsDeps): Limits {
  const { clock, client, windowSeconds = WINDOW_SECONDS } = deps;
  const running = new Map<string, number>();
  const tell: Limits['tell'] = (usages, headers) => {
    if (usages.length === 0) return;
    writeLimitHeaders(usages, clock.now(), headers);
    if (settings.legacyHeaders) writeLegacyHeaders(usages, clock.now(), headers);
  };
  const refuse = (usage: Usage): AppError => {
    const seconds = secondsLeft(usage, clock.now());
    const { name, quota } = usage.policy;
    const headers = { 'retry-after': String(seconds) };
    tell([usage], headers);
    return fail(
      'too-many-requests',
      `The limit is ${quota} requests in ${usage.policy.windowSeconds} seconds. Try again in ${seconds} seconds.`,
      { headers, extra: { 'violated-policies': [name] } },
    );
  };

  /** The counters of one kind, by class. */
  const counters = <K extends Kind>(
    kind: K,
  ): ((limit: LimitClass, by: KeyOf[K]) => Promise<readonly Usage[]>) => {
    const made = new Map<LimitClass, (by: KeyOf[K]) => Usage | Promise<Usage>>();
    for (const limit of LIMIT_CLASSES) {
      const rule: Rule<K> | undefined = RULES[limit][kind];
      if (!rule) continue;
      const policy: Policy = { name: rule.policy, quota: rule.quota(settings), windowSeconds };
      const count: CountRequest = rule.count(policy, { clock, client, refuse });
      made.set(limit, (by) => count(rule.keyOf(by)));
    }
    return async (limit, by) => {
      const count = made.get(limit);
      return count ? [await count(by)] : NONE;
    };
  };

  return {
    countAddress: counters('address'),
    countClient: counters('client'),
    countPrincipal: counters('principal'),
    ...createProofs({ quota: settings.unauthorisedPerAddress, windowSeconds, clock, refuse }),
    enter(principal) {
      const key = callerOf(principal);
      const before = running.get(key) ?? 0;
      if (before >= settings.concurrentPerCaller) throw tooManyAtOnce(settings);
      running.set(key, before + 1);
      return () => {
        const now = (running.get(key) ?? 1) - 1;
        if (now === 0) running.delete(key);
        else running.set(key, now);
      };
    },
    tell,
  };
}

/** Every class there is. */
const LIMIT_CLASSES = [
  'token',
  'introspection',
  'sign-in',
  'api',
  'scim',
  'public',
  'health',
] as const satisfies readonly LimitClass[];

const tooManyAtOnce = ({ concurrentPerCaller }: LimitSettings): AppError =>
  fail(
    'too-many-requests',
    `The limit is ${concurrentPerCaller} requests at once. Wait for one of them to end.`,
    { headers: { 'retry-after': '1' }, extra: { 'violated-policies': ['concurrent'] } },
  );

const secondsLeft = ({ endsAt }: Usage, now: number): number =>
  Math.max(1, Math.ceil((endsAt - now) / 1000));

/** draft-ietf-httpapi-ratelimit-headers-10 §3 and §4. With every answer, so put together by hand. */
function writeLimitHeaders(
  usages: readonly Usage[],
  now: number,
  headers: Record<string, string>,
): void {
  let policies = '';
  let left = '';
  for (const usage of usages) {
    const { name, quota, windowSeconds } = usage.policy;
    const comma = policies === '' ? '' : ', ';
    policies += `${comma}"${name}";q=${quota};w=${windowSeconds}`;
    left += `${comma}"${name}";r=${usage.remaining};t=${secondsLeft(usage, now)}`;
  }
  headers['ratelimit-policy'] = policies;
  headers['ratelimit'] = left;
}

/** Of the limit that is reached first. */
function writeLegacyHeaders(
  usages: readonly Usage[],
  now: number,
  headers: Record<string, string>,
): void {
  const tightest = usages.reduce((a, b) => (b.remaining < a.remaining ? b : a));
  headers['x-ratelimit-limit'] = String(tightest.policy.quota);
  headers['x-ratelimit-remaining'] = String(tightest.remaining);
  headers['x-ratelimit-reset'] = String(secondsLeft(tightest, now));
}
