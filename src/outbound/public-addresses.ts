import { type Address, createNetworkSet, type Network, parseNetwork } from '#kernel/addresses.ts';

// Networks that are not public internet (IANA special-purpose registries): the machine itself, private networks, cloud
// metadata, and ways to embed those in another address.
const SPECIAL = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Of IPv6, only global unicast is public, except what embeds IPv4 or is for documentation.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
];
const GLOBAL_UNICAST = '2000::/3';

const setOf = (networks: readonly string[]) =>
  createNetworkSet(networks.flatMap((text) => parseNetwork(text) ?? []));
const isSpecial = setOf(SPECIAL);
const isGlobalUnicast = setOf([GLOBAL_UNICAST]);

/** Returns a test of which addresses may be called: public ones, and those in the operator's networks. */
export function createAddressPolicy(allowed: readonly Network[]): (address: Address) => boolean {
  const isAllowed = createNetworkSet(allowed);
  return (address) =>
    isAllowed(address) ||
    (!isSpecial(address) && (address.family === 'ipv4' || isGlobalUnicast(address)));
}
