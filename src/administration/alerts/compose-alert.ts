import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { type JsonObject, member } from '#kernel/json.ts';
import type { Letter } from '#mail/mailer.ts';
import type { MailsNow } from '#notices/index.ts';
import { adminsToNotify } from './admins.ts';
import type { Alert } from './alert.ts';
import { alertLetter } from './alert-letters.ts';
import { type AlertSources, findAlerts } from './find-alerts.ts';
import { pathOf } from './path-of.ts';

interface ComposeDeps extends Pick<AdministrationDeps, 'db' | 'directory' | 'clock' | 'publicUrl'> {
  readonly mailsNow: MailsNow;
}

/** Composes the mail about an alert to an admin; none when its cause has gone meanwhile. */
export const composeAlert =
  (deps: ComposeDeps, sources: AlertSources) =>
  async (accountId: string, about: JsonObject): Promise<readonly Letter[]> => {
    const db = deps.db.reader;
    const now = deps.clock.now();
    const alerts = await findAlerts(sources, db, accountId, now);
    const alert = alerts.find(({ id }) => id === member(about, 'alert'));
    // An alert that has become more urgent meanwhile has a mail of its own.
    if (alert === undefined || alert.stage !== member(about, 'stage')) return [];
    const letters: Letter[] = [];
    const only = member(about, 'to');
    for await (const to of adminsToNotify(deps, db, accountId)) {
      // Mails of older versions are for all admins.
      if (only !== undefined && only !== to.userId) continue;
      const url = new URL(`${deps.publicUrl()}${pathOf(alert)}`);
      url.searchParams.set('account', to.accountCode);
      const unsubscribeUrl = await stopUrlOf(deps, { accountId, userId: to.userId }, alert);
      if (unsubscribeUrl === undefined) continue;
      letters.push(alertLetter({ ...to, unsubscribeUrl }, alert, { url: url.href, now }));
    }
    return letters;
  };

/** The bell shows what is wrong, and each admin chooses whether a mail says so too. */
async function stopUrlOf(
  { db, clock, mailsNow }: ComposeDeps,
  person: { readonly accountId: string; readonly userId: string },
  { id, kind, subjectId }: Alert,
): Promise<string | undefined> {
  const same = { by: undefined, at: clock.now() };
  return mailsNow(db.reader, person, [
    kind === 'webhook-off' && subjectId !== undefined
      ? {
          ...{ kind: 'webhook-failing', about: { type: 'webhook', id: subjectId }, ...same },
          outcome: undefined,
        }
      : { ...{ kind: 'alert', about: { type: 'alert', id }, ...same }, outcome: kind },
  ]);
}
