import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { fail } from '#kernel/errors.ts';
import type { LimitClass, Principal } from './endpoint.ts';

/** Requests a minute. */
export interface LimitSettings {
  /** Token requests per client_id. */
  readonly tokenPerClient: number;
  /** Token requests per address. */
  readonly tokenPerAddress: number;
  /** API requests per credential; Basic counts per user. */
  readonly apiPerCredential: number;
  /** SCIM requests per account: an identity provider needs at least 25 a second. */
  readonly scimPerAccount: number;
}

export interface Limits {
  /** Before the credentials are looked at. @throws AppError `too-many-requests`. */
  countAnonymous(limit: LimitClass, ip: string, clientId: string | undefined): Promise<void>;
  /** Once it is known who calls. @throws AppError `too-many-requests`. */
  countPrincipal(limit: LimitClass, principal: Principal): Promise<void>;
}

const WINDOW_SECONDS = 60;

/** Counts in memory, a window of one minute a key. */
export function createLimits(settings: LimitSettings): Limits {
  // Each has a store of its own: a prefix would only make every key longer.
  const limiter = (points: number) =>
    new RateLimiterMemory({ points, duration: WINDOW_SECONDS, keyPrefix: '' });
  const tokenPerClient = limiter(settings.tokenPerClient);
  const tokenPerAddress = limiter(settings.tokenPerAddress);
  const api = limiter(settings.apiPerCredential);
  const scim = limiter(settings.scimPerAccount);
  return {
    async countAnonymous(limit, ip, clientId) {
      if (limit !== 'token' && limit !== 'sign-in') return;
      await consume(tokenPerAddress, `${limit}:${ip}`);
      if (clientId !== undefined) await consume(tokenPerClient, clientId.slice(0, 128));
    },
    async countPrincipal(limit, principal) {
      if (limit === 'scim') await consume(scim, principal.accountId);
      if (limit === 'api') await consume(api, callerOf(principal));
    },
  };
}

const callerOf = (principal: Principal): string =>
  principal.kind === 'user' ? (principal.credentialId ?? principal.userId) : principal.credentialId;

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected;
    const seconds = Math.max(1, Math.ceil(rejected.msBeforeNext / 1000));
    throw fail(
      'too-many-requests',
      `The limit is ${limiter.points} requests a minute. Try again in ${seconds} seconds.`,
      {
        headers: {
          'retry-after': String(seconds),
          'ratelimit-policy': `"default";q=${limiter.points};w=${WINDOW_SECONDS}`,
          ratelimit: `"default";r=0;t=${seconds}`,
        },
      },
    );
  }
}
