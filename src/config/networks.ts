import { type Network, parseNetwork } from '#kernel/addresses.ts';
import { like, type Parsed, type Setting, setting, shown } from './setting.ts';
import type { SettingReference } from './setting-reference.ts';

// Shorter prefixes cover whole parts of the internet.
const SHORTEST = { ipv4: 8, ipv6: 7 } as const;

/** Texts of faults: the owner of the networks, and the consequence of naming networks that are too large. */
interface Purpose {
  /** `Give the addresses of …`. */
  readonly of: string;
  readonly tooWide: string;
  /** Returns the problem of a typical mistake that is not a network. */
  readonly mistaken?: (text: string) => string | undefined;
}

/** Returns a setting of a list of networks in CIDR notation, separated by commas or blanks. */
export const networks = (
  reference: SettingReference,
  purpose: Purpose,
): Setting<readonly Network[] | undefined> =>
  setting<readonly Network[] | undefined>(
    reference,
    (text) => parse(text, reference, purpose),
    undefined,
  );

function parse(
  text: string,
  reference: SettingReference,
  purpose: Purpose,
): Parsed<readonly Network[]> {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  const parsed = parts.map((part) => ({ part, network: parseNetwork(part) }));
  const fix = `Give the addresses of ${purpose.of} as a CIDR list${like(reference)}.`;
  const wrong = parsed.find(({ network }) => !network);
  if (wrong) {
    const usual = `${shown(wrong.part)} is not an address or network.`;
    return { problem: purpose.mistaken?.(wrong.part) ?? usual, fix };
  }
  const found = parsed.flatMap(({ network }) => network ?? []);
  if (found.length === 0) return { problem: 'The list is empty.', fix };
  const wide = found.find(({ family, prefix }) => prefix < SHORTEST[family]);
  if (!wide) return { value: found };
  return { problem: `${wide.text}/${wide.prefix} ${purpose.tooWide}`, fix };
}
