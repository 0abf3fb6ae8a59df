import { networkOf } from '#kernel/addresses.ts';
import type { Clock } from '#kernel/clock.ts';
import { type CountClient, consumeEach, type Policy } from './quota.ts';

/** Failed authentications of an address, on all nodes together. */
export interface FailureLimit {
  /** Tells whether the address failed too often, as far as this node knows: it learns the count with each failure. */
  isOver(ip: string): boolean;
  failed(ip: string): Promise<void>;
}

/** Addresses that a node remembers. An attacker with more of them must not fill its memory. */
const MANY_ADDRESSES = 10_000;

export function createFailureLimit(
  settings: { readonly clientsPerAddress: number; readonly minutes: number },
  { clock, client }: { readonly clock: Clock; readonly client: CountClient | undefined },
): FailureLimit {
  const policy: Policy = {
    name: 'client-failures',
    quota: settings.clientsPerAddress,
    windowSeconds: settings.minutes * 60,
  };
  /** Maps an address to the end of its window. All windows are equally long, so that the first address is the oldest. */
  const over = new Map<string, number>();
  const remember = (key: string, endsAt: number): void => {
    over.delete(key);
    const [oldest] = over.keys();
    if (over.size >= MANY_ADDRESSES && oldest !== undefined) over.delete(oldest);
    over.set(key, endsAt);
  };
  const consume = consumeEach(policy, { clock, client });
  return {
    isOver(ip) {
      const endsAt = over.get(networkOf(ip));
      return endsAt !== undefined && clock.now() < endsAt;
    },
    async failed(ip) {
      const key = networkOf(ip);
      const { usage } = await consume(key);
      if (usage.remaining === 0) remember(key, usage.endsAt);
    },
  };
}
