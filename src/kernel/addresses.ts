import { BlockList, isIP, SocketAddress } from 'node:net';

/** An IP address in the canonical spelling that comparisons and limits rely on. */
export interface Address {
  /** Canonical text: RFC 5952 for IPv6, no zone; an IPv4-mapped address is its IPv4 address. */
  readonly text: string;
  readonly family: 'ipv4' | 'ipv6';
}

/** A block of addresses, `address/prefix` (CIDR, RFC 4632 §3.1, RFC 4291 §2.3). */
export interface Network extends Address {
  readonly prefix: number;
}

const MAPPED = '::ffff:';
const MAPPED_BITS = 96;

/** Parses an IPv4 or IPv6 address; returns undefined for anything else. */
export function parseAddress(text: string): Address | undefined {
  const version = isIP(text);
  if (version === 0) return undefined;
  if (version === 4) return { text, family: 'ipv4' };
  const canonical = new SocketAddress({ address: text, family: 'ipv6' }).address;
  const inner = canonical.startsWith(MAPPED) ? canonical.slice(MAPPED.length) : '';
  return isIP(inner) === 4 ? { text: inner, family: 'ipv4' } : { text: canonical, family: 'ipv6' };
}

/** Parses `10.0.0.0/8`, `fd00::/8` or a single address; returns undefined for anything else. */
export function parseNetwork(text: string): Network | undefined {
  const [, base = '', bits] = /^([^/]*)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const address = parseAddress(base);
  if (!address) return undefined;
  const written = isIP(base) === 4 ? 32 : 128;
  const length = bits === undefined ? written : Number(bits);
  // A mapped network that is wider than all of IPv4 has no IPv4 spelling.
  const prefix = written === 128 && address.family === 'ipv4' ? length - MAPPED_BITS : length;
  return length > written || prefix < 0 ? undefined : { ...address, prefix };
}

/** Returns a test of whether an address, spelled as by {@link parseAddress}, is in one of the networks. */
export function createNetworkSet(networks: readonly Network[]): (address: Address) => boolean {
  // One list per family: a BlockList would match an IPv4 address against ::/8 as its mapped form.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { text, prefix, family } of networks) lists[family].addSubnet(text, prefix, family);
  return ({ text, family }) => lists[family].check(text, family);
}

/** Returns the 4 or 16 bytes of an address, in network order. */
export function addressBytes({ text, family }: Address): Uint8Array {
  // Canonical IPv6 contains dotted decimals only as `::1.2.3.4`, after 96 zero bits.
  if (text.includes('.')) {
    const bytes = new Uint8Array(family === 'ipv4' ? 4 : 16);
    bytes.set(text.replace('::', '').split('.').map(Number), bytes.length - 4);
    return bytes;
  }
  const [left = [], right = []] = text.split('::').map(groups);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0);
  return Uint8Array.from([...left, ...zeros, ...right].flatMap((bits) => [bits >> 8, bits & 0xff]));
}

/** Returns the key for limits: an IPv4 address, or the IPv6 /64 network, which one customer has. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const address = parseAddress(ip);
  if (address?.family !== 'ipv6') return address?.text ?? ip;
  return `${Buffer.from(addressBytes(address)).toString('hex', 0, 8)}/64`;
}

/**
 * Returns the key for shares of work: an IPv4 address, or the IPv6 /48 network, since one customer may have all its
 * /64s.
 */
export function siteOf(ip: string): string {
  const network = networkOf(ip);
  return network.endsWith('/64') ? `${network.slice(0, 12)}/48` : network;
}

/** Returns the key of the site that an address belongs to: its IPv4 /24 network, or its IPv6 /48 network. */
export function siteRangeOf(ip: string): string {
  const site = siteOf(ip);
  return site.includes('/') ? site : site.replace(/\.\d+$/, '.0/24');
}

const groups = (text: string): readonly number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
