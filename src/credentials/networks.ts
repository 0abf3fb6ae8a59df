import { createNetworkSet, type Network, parseAddress, parseNetwork } from '#kernel/addresses.ts';
import { fail } from '#kernel/errors.ts';

const MAX_NETWORKS = 50;
/** The number of compiled lists that are kept; at this number all are dropped, and compiled again when used. */
const MAX_KEPT = 1000;

/** Tells whether a request may come from an address. */
export type AddressRule = (ip: string) => boolean;

/**
 * Returns the text to store; null for any network. @throws AppError `invalid-value` naming the entry that is no
 * network.
 */
export function storeNetworks(networks: readonly string[] | undefined): string | null {
  if (networks === undefined) return null;
  if (networks.length === 0 || networks.length > MAX_NETWORKS) {
    throw fail(
      'invalid-value',
      `Send 1 to ${MAX_NETWORKS} networks, or leave the list out to allow all of them.`,
      {
        because: { reason: 'item-count', min: 1, limit: MAX_NETWORKS },
        at: 'allowedNetworks',
      },
    );
  }
  return JSON.stringify([...new Set(networks.map(canonical))].sort());
}

export function readNetworks(stored: string | null): readonly string[] | undefined {
  if (stored === null) return undefined;
  const parsed: unknown = JSON.parse(stored);
  return Array.isArray(parsed) ? parsed.filter((each) => typeof each === 'string') : [];
}

const compiled = new Map<string, AddressRule>();
const anywhere: AddressRule = () => true;

/** Returns the rule of a stored list. A list that cannot be read allows nobody. */
export function addressRule(stored: string | null): AddressRule {
  if (stored === null) return anywhere;
  const known = compiled.get(stored);
  if (known) return known;
  const networks = (readNetworks(stored) ?? []).flatMap((text) => parseNetwork(text) ?? []);
  const isInside = createNetworkSet(networks);
  const rule: AddressRule = (ip) => {
    const address = parseAddress(ip);
    return address !== undefined && isInside(address);
  };
  if (compiled.size >= MAX_KEPT) compiled.clear();
  compiled.set(stored, rule);
  return rule;
}

function canonical(text: string): string {
  const network: Network | undefined = parseNetwork(text.trim());
  if (network) return `${network.text}/${network.prefix}`;
  throw fail(
    'invalid-value',
    `${JSON.stringify(text.slice(0, 60))} is not an IP address or network. Write for example 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32.`,
    { at: 'allowedNetworks', because: { reason: 'network', value: text.slice(0, 60) } },
  );
}
