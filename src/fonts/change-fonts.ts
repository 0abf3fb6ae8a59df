import { createHash } from 'node:crypto';
import { lockAccount } from '#db/account-lock.ts';
import type { Tx } from '#db/database.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import { fail } from '#kernel/errors.ts';
import type { Ids } from '#kernel/ids.ts';
import type { CheckedFont } from './font-checks.ts';
import { deleteFontRow, insertFont, listFonts, MAX_FONTS, type StoredFont } from './fonts.store.ts';

type CountFiles = (
  tx: Tx,
  accountId: string,
  name: 'fileBytes',
  amount: number,
  of: { readonly id: string },
) => Promise<void>;

interface Deps {
  readonly ids: Ids;
  readonly clock: Clock;
  readonly audit: { readonly append: AppendAudit<Tx> };
  readonly quotas: { readonly take: CountFiles; readonly giveBack: CountFiles };
}

/**
 * Adds a font to the actor's account. The same file twice is one font.
 * @throws AppError `too-many-fonts`, `files-full`
 */
export async function addFont(
  { ids, clock, audit, quotas }: Deps,
  tx: Tx,
  actor: Actor,
  { bytes, name, characters }: CheckedFont,
): Promise<StoredFont> {
  const { accountId } = actor;
  await lockAccount(tx, accountId);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const fonts = await listFonts(tx, accountId);
  const same = fonts.find((each) => each.sha256 === sha256);
  if (same) return same;
  if (fonts.length >= MAX_FONTS) {
    const text = `An organisation has at most ${MAX_FONTS} fonts. Remove one first.`;
    throw fail('too-many-fonts', text, { extra: { limit: MAX_FONTS } });
  }
  const font = {
    ...{ id: ids.next(), name, characters, sha256 },
    ...{ size: bytes.length, createdAt: clock.now() },
  };
  await insertFont(tx, accountId, font, bytes);
  await audit.append(tx, actor, {
    action: 'account.add-font',
    targetType: 'Account',
    targetId: accountId,
    detail: { id: font.id, name, sha256, bytes: font.size },
  });
  await quotas.take(tx, accountId, 'fileBytes', font.size, font);
  return font;
}

/** Removes a font of the actor's account. @throws AppError `not-found` */
export async function removeFont(
  { audit, quotas }: Pick<Deps, 'audit' | 'quotas'>,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<void> {
  const { accountId } = actor;
  await lockAccount(tx, accountId);
  const font = await deleteFontRow(tx, accountId, id);
  if (!font) throw fail('not-found', 'The organisation has no font with this id.');
  await audit.append(tx, actor, {
    action: 'account.remove-font',
    targetType: 'Account',
    targetId: accountId,
    detail: { id, name: font.name },
  });
  await quotas.giveBack(tx, accountId, 'fileBytes', font.size, { id });
}
