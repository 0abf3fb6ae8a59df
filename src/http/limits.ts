import { networkOf } from '#kernel/addresses.ts';
import type { Clock } from '#kernel/clock.ts';
import { counted } from '#kernel/counted.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { LimitClass } from './endpoint.ts';
import { type AnyPrincipal, mayProvision } from './principal.ts';
import { createProofs, type Proofs } from './proofs.ts';
import {
  type CountClient,
  type CountRequest,
  countEach,
  countHere,
  countInBlocks,
  type Policy,
  type PolicyUsage,
} from './quota.ts';

/** Limits in requests per minute, unless a line says otherwise. */
export interface LimitSettings {
  /** Token requests per client_id. */
  readonly tokenPerClient: number;
  /** Token requests per address. */
  readonly tokenPerAddress: number;
  /** Introspections and revocations per address. */
  readonly introspectionPerAddress: number;
  /** Sign-in and set-up requests per address. */
  readonly signInPerAddress: number;
  /** Public links that one address opens. */
  readonly linksPerAddress: number;
  /** Requests per address to public endpoints, counted on each node; health checks are counted apart. */
  readonly publicPerAddress: number;
  /** 401 answers per address, counted on each node. */
  readonly unauthorisedPerAddress: number;
  /** API requests per credential; Basic counts per user. */
  readonly apiPerCredential: number;
  /** SCIM requests per account, of callers who may provision: an identity provider needs at least 25 a second. */
  readonly scimPerAccount: number;
  /** Concurrent requests of one caller, counted on each node. */
  readonly concurrentPerCaller: number;
  /** Whether X-RateLimit-… headers are sent beside those of the draft. */
  readonly legacyHeaders: boolean;
}

export interface LimitsDeps {
  readonly clock: Clock;
  /** The storage that the nodes share; undefined: this process counts for itself. */
  readonly client?: CountClient | undefined;
  readonly windowSeconds?: number;
}

/**
 * The limits of each class of route. Each answer reports what its request used of them. Each function throws AppError
 * `too-many-requests`.
 */
export interface Limits extends Proofs {
  /** Counts a request that needs no credentials, before anything of it is read. */
  countAddress(limit: LimitClass, ip: string): Promise<readonly PolicyUsage[]>;
  /** Counts a request of a client that has authenticated, so that nobody else can use up its limit. */
  countClient(limit: LimitClass, clientId: string): Promise<readonly PolicyUsage[]>;
  /** Counts a request of an authenticated caller. */
  countPrincipal(limit: LimitClass, principal: AnyPrincipal): Promise<readonly PolicyUsage[]>;
  /** Counts one more running request of the caller. @returns a function to call once, when the request is over. */
  enter(principal: AnyPrincipal): () => void;
  /** Adds RateLimit and RateLimit-Policy to the headers of an answer. */
  writeHeaders(usages: readonly PolicyUsage[], headers: Record<string, string>): void;
}

const WINDOW_SECONDS = 60;
const NONE: readonly PolicyUsage[] = [];

/** Requests a minute for the calendar of one person, from all addresses together. */
export const CALENDAR_PER_PERSON = 30;

type Kind = 'address' | 'client' | 'principal';
type KeyOf = {
  readonly address: string;
  readonly client: string;
  readonly principal: AnyPrincipal;
};

/** The rule of a class: its quota, the key that is counted, and how exactly it is counted. */
interface Rule<K extends Kind> {
  readonly policy: string;
  readonly quota: (settings: LimitSettings) => number;
  readonly keyOf: (by: KeyOf[K]) => string;
  /** Counts each request on the shared storage, or takes blocks of quota (decision 22). */
  readonly count: typeof countEach;
}

type Rules = { readonly [K in Kind]?: Rule<K> };

/** Returns the key by which a caller is told from others. */
export const callerOf = (principal: AnyPrincipal): string => {
  if (principal.kind === 'session') return `web ${principal.userId}`;
  if (principal.kind === 'link') return `link ${principal.sessionHash}`;
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
  link: {
    address: {
      policy: 'link-address',
      quota: ({ linksPerAddress }) => linksPerAddress,
      keyOf: networkOf,
      count: countEach,
    },
  },
  calendar: {
    address: {
      policy: 'calendar-address',
      quota: ({ publicPerAddress }) => publicPerAddress,
      keyOf: networkOf,
      count: countHere,
    },
    // Programs read it every few minutes at most, on each device of the person.
    client: {
      policy: 'calendar',
      quota: () => CALENDAR_PER_PERSON,
      keyOf: itself,
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

/** Creates the limits: `settings` says how many requests, `deps` where they are counted. */
export function createLimits(settings: LimitSettings, deps: LimitsDeps): Limits {
  const { clock, client, windowSeconds = WINDOW_SECONDS } = deps;
  const running = new Map<string, number>();
  const writeHeaders: Limits['writeHeaders'] = (usages, headers) => {
    if (usages.length === 0) return;
    writeLimitHeaders(usages, clock.now(), headers);
    if (settings.legacyHeaders) writeLegacyHeaders(usages, clock.now(), headers);
  };
  const refuse = (usage: PolicyUsage): AppError => {
    const seconds = secondsLeft(usage, clock.now());
    const { name, quota } = usage.policy;
    const headers = { 'retry-after': String(seconds) };
    writeHeaders([usage], headers);
    const because = {
      reason: 'per-period',
      limit: quota,
      seconds: usage.policy.windowSeconds,
      retrySeconds: seconds,
    } as const;
    return fail(
      'too-many-requests',
      `The limit is ${counted(quota, 'request')} in ${counted(usage.policy.windowSeconds, 'second')}. Try again in ${counted(seconds, 'second')}.`,
      { headers, because, extra: { 'violated-policies': [name] } },
    );
  };

  /** Returns the counters of one kind, by class. */
  const counters = <K extends Kind>(
    kind: K,
  ): ((limit: LimitClass, by: KeyOf[K]) => Promise<readonly PolicyUsage[]>) => {
    const made = new Map<LimitClass, (by: KeyOf[K]) => PolicyUsage | Promise<PolicyUsage>>();
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

  const countPrincipal = counters('principal');
  return {
    countAddress: counters('address'),
    countClient: counters('client'),
    countPrincipal: (limit, principal) =>
      // Anybody of the account could use up its limit otherwise, and hold off their own deactivation.
      countPrincipal(limit === 'scim' && !mayProvision(principal) ? 'api' : limit, principal),
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
    writeHeaders,
  };
}

/** All of them: a class that is missing here would not be limited. */
const LIMIT_CLASSES = Object.keys(RULES).filter((name): name is LimitClass =>
  Object.hasOwn(RULES, name),
);

const tooManyAtOnce = ({ concurrentPerCaller }: LimitSettings): AppError =>
  fail(
    'too-many-requests',
    `The limit is ${counted(concurrentPerCaller, 'request')} at once. Wait until one of them has finished.`,
    {
      headers: { 'retry-after': '1' },
      because: { reason: 'at-once', limit: concurrentPerCaller },
      extra: { 'violated-policies': ['concurrent'] },
    },
  );

const secondsLeft = ({ endsAt }: PolicyUsage, now: number): number =>
  Math.max(1, Math.ceil((endsAt - now) / 1000));

/**
 * Writes the headers of draft-ietf-httpapi-ratelimit-headers-10 §3 and §4; joined by hand, as every answer has them.
 */
function writeLimitHeaders(
  usages: readonly PolicyUsage[],
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

/** Reports the limit that is reached first. */
function writeLegacyHeaders(
  usages: readonly PolicyUsage[],
  now: number,
  headers: Record<string, string>,
): void {
  const tightest = usages.reduce((a, b) => (b.remaining < a.remaining ? b : a));
  headers['x-ratelimit-limit'] = String(tightest.policy.quota);
  headers['x-ratelimit-remaining'] = String(tightest.remaining);
  headers['x-ratelimit-reset'] = String(secondsLeft(tightest, now));
}
