import { createHash } from 'node:crypto';
import { lockAccount } from '#db/account-lock.ts';
import type { Tx } from '#db/database.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import { parseColour } from './accent.ts';
import type { Brand } from './brand.shapes.ts';
import { type LogoColumns, NO_LOGO, readBrand, saveAccent, saveLogo } from './brand.store.ts';

interface Deps {
  readonly audit: { readonly append: AppendAudit<Tx> };
}

/** A logo that was decoded and written anew. */
export interface NewLogo {
  /** A PNG. */
  readonly bytes: Uint8Array;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** Sets the colour of the actor's account; null: Formstead's own. @throws AppError `not-a-colour` at `accent` */
export async function setAccent(
  { audit }: Deps,
  tx: Tx,
  actor: Actor,
  text: string | null,
): Promise<void> {
  const accent = text === null ? null : requireColour(text);
  await lockAccount(tx, actor.accountId);
  const { accent: from = null } = await readBrand(tx, actor.accountId);
  await saveAccent(tx, actor.accountId, accent);
  await audit.append(tx, actor, {
    ...about(actor),
    action: 'account.set-accent',
    detail: { from, to: accent },
  });
}

export function requireColour(text: string): string {
  const colour = parseColour(text);
  if (colour !== undefined) return colour;
  throw fail('not-a-colour', 'The colour must be written as #rrggbb, for example #0b5cad.', {
    at: 'accent',
  });
}

/** Replaces the logo of the actor's account. */
export async function setLogo({ audit }: Deps, tx: Tx, actor: Actor, logo: NewLogo): Promise<void> {
  const { accountId } = actor;
  await lockAccount(tx, accountId);
  const { columns, detail } = storedLogo(accountId, logo);
  await saveLogo(tx, accountId, columns);
  await audit.append(tx, actor, { ...about(actor), action: 'account.set-logo', detail });
}

/** Returns the columns of a logo, and what the audit event of it says. @param owner as for {@link logoHash} */
export function storedLogo(owner: string, { bytes, width, height }: NewLogo) {
  const hash = logoHash(owner, bytes);
  const columns: LogoColumns = {
    logo: Buffer.from(bytes).toString('base64'),
    logo_hash: hash,
    logo_width: width,
    logo_height: height,
  };
  return { columns, detail: { hash, width, height, bytes: bytes.length } };
}

/** Removes the logo of the actor's account. @throws AppError `not-found` when there is none */
export async function removeLogo({ audit }: Deps, tx: Tx, actor: Actor): Promise<void> {
  await lockAccount(tx, actor.accountId);
  const { logo }: Brand = await readBrand(tx, actor.accountId);
  if (!logo) throw fail('not-found', 'The organisation has no logo.');
  await saveLogo(tx, actor.accountId, NO_LOGO);
  await audit.append(tx, actor, { ...about(actor), action: 'account.remove-logo' });
}

const about = ({ accountId }: Actor) => ({ targetType: 'Account', targetId: accountId });

/**
 * Returns the name of a logo in its URL. The id of the account is part of it: otherwise somebody who has the logo of an
 * organisation could find out whether that organisation is here.
 */
export const logoHash = (owner: string, bytes: Uint8Array): string =>
  createHash('sha256').update(`${owner} `).update(bytes).digest('base64url');
