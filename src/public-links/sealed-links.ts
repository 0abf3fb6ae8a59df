import { type SealedTexts, sealedColumn } from '#db/sealed-texts.ts';
import { isObject, member } from '#kernel/json.ts';
import type { Seal } from '#kernel/seal.ts';
import type { LinkSecrets } from './link-token.ts';

/** Returns the seal context of a link's secrets, which binds them to the link. */
export const linkContext = (accountId: string, id: string): string => `link ${accountId} ${id}`;

export const sealedLinks: SealedTexts = sealedColumn({
  name: 'public links',
  table: 'public_links',
  column: 'secrets',
  id: 'id',
  contextOf: linkContext,
});

/** Returns the secrets of a link; undefined when the master key was lost since. */
export function openSecrets(
  seal: Pick<Seal, 'open'>,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  sealed: string,
): LinkSecrets | undefined {
  const opened = seal.open(linkContext(accountId, id), sealed);
  const secrets: unknown = opened === undefined ? undefined : JSON.parse(opened);
  if (!isObject(secrets)) return undefined;
  const token = member(secrets, 'token');
  const key = member(secrets, 'key');
  return typeof token === 'string' && typeof key === 'string' ? { token, key } : undefined;
}
