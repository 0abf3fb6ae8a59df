import { NOTICE_KINDS, type NoticeKind } from '#kernel/notice.ts';
import type { Seal } from '#kernel/seal.ts';

/** Whose mails end, and which: those of some kinds, those that the daily digest has, or those of one scheduled export. */
export interface Unsubscribing {
  readonly accountId: string;
  readonly userId: string;
  readonly kinds: readonly NoticeKind[] | 'digest';
  readonly scheduledExport?: string;
}

/** The page that asks a person, and the address that mail programs send their POST to (RFC 8058 §3.1). */
export const UNSUBSCRIBE_PATH = '/unsubscribe';
const CONTEXT = 'unsubscribe';
/** What stands before the id of a scheduled export. */
const SCHEDULED = 'scheduled-export:';

/** Returns the address by which whoever has the mail ends its kind. Only its query says whose, and no log has that. */
export function unsubscribeUrl(
  { seal, publicUrl }: { readonly seal: Seal; readonly publicUrl: () => string },
  { accountId, userId, kinds, scheduledExport }: Unsubscribing,
): string {
  const named: string[] = kinds === 'digest' ? [kinds] : [...kinds];
  if (scheduledExport !== undefined) named.push(`${SCHEDULED}${scheduledExport}`);
  const key = seal.seal(CONTEXT, [accountId, userId, ...named].join(' '));
  return `${publicUrl()}${UNSUBSCRIBE_PATH}?key=${key}`;
}

/** Returns undefined for a key that this deployment did not make. */
export function openUnsubscribeKey(seal: Seal, key: string): Unsubscribing | undefined {
  const [accountId, userId, ...named] = seal.open(CONTEXT, key)?.split(' ') ?? [];
  if (accountId === undefined || userId === undefined) return undefined;
  const kinds = NOTICE_KINDS.filter((kind) => named.includes(kind));
  const scheduled = named.find((each) => each.startsWith(SCHEDULED));
  return {
    ...{ accountId, userId, kinds: named.includes('digest') ? 'digest' : kinds },
    ...(scheduled && { scheduledExport: scheduled.slice(SCHEDULED.length) }),
  };
}
