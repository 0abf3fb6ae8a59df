import { isoTime, table } from '#commands/shell/text.ts';
import type { KeyInfo } from '#keys/index.ts';

/** Returns the fields of a key that --json prints. */
export const keyData = ({ createdAt, activeAt, retiredAt, revokedAt, ...key }: KeyInfo) => ({
  ...key,
  createdAt: isoTime(createdAt),
  activeAt: isoTime(activeAt),
  retiredAt: isoTime(retiredAt),
  revokedAt: isoTime(revokedAt),
});

export function keysText(keys: readonly KeyInfo[]): string {
  const rows = keys.map(({ kid, use, alg, state, activeAt, retiredAt, revokedAt }) => [
    kid,
    use === 'sig' ? 'signature' : 'encryption',
    alg,
    state,
    isoTime(activeAt),
    isoTime(revokedAt ?? retiredAt) ?? '',
  ]);
  return table(['KID', 'USE', 'ALGORITHM', 'STATE', 'USED FROM', 'UNTIL'], rows);
}
