import { type Network, parseNetwork } from '#kernel/addresses.ts';
import {
  like,
  type Parsed,
  type Setting,
  type SettingReference,
  setting,
  shown,
} from './setting.ts';

// Shorter prefixes take in whole parts of the internet, whose clients could then claim any address.
const SHORTEST = { ipv4: 8, ipv6: 7 } as const;

/** A list of networks in CIDR notation, split at commas or blanks. */
export const networks = (reference: SettingReference): Setting<readonly Network[] | undefined> =>
  setting<readonly Network[] | undefined>(reference, (text) => parse(text, reference), undefined);

function parse(text: string, reference: SettingReference): Parsed<readonly Network[]> {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  const parsed = parts.map((part) => ({ part, network: parseNetwork(part) }));
  const fix = `Give the addresses of your proxies as a CIDR list${like(reference)}.`;
  const wrong = parsed.find(({ network }) => !network);
  if (wrong) return { problem: whyNot(wrong.part), fix };
  const found = parsed.flatMap(({ network }) => network ?? []);
  if (found.length === 0) return { problem: 'The list is empty.', fix };
  const wide = found.find(({ family, prefix }) => prefix < SHORTEST[family]);
  if (!wide) return { value: found };
  const problem = `${wide.text}/${wide.prefix} trusts strangers: any of them could claim to be any client over HTTPS.`;
  return { problem, fix };
}

function whyNot(part: string): string {
  if (/^(?:true|yes|on|all|\*)$/i.test(part)) return `${shown(part)} would trust everybody.`;
  if (/^\d+$/.test(part)) return `${shown(part)} is a number of hops, which an attacker can fake.`;
  return `${shown(part)} is not an address or network.`;
}
