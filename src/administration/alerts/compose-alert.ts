import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { type JsonObject, member } from '#kernel/json.ts';
import type { Letter } from '#mail/mailer.ts';
import { adminsToNotify } from './admins.ts';
import { alertLetter } from './alert-letters.ts';
import { type AlertSources, findAlerts } from './find-alerts.ts';
import { pathOf } from './path-of.ts';

type ComposeDeps = Pick<AdministrationDeps, 'db' | 'directory' | 'clock' | 'publicUrl'>;

/** Composes the mail about an alert to each admin; none when its cause has gone meanwhile. */
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
    for await (const to of adminsToNotify(deps, db, accountId)) {
      const search = new URLSearchParams({ account: to.accountCode });
      const url = `${deps.publicUrl()}${pathOf(alert)}?${search}`;
      letters.push(alertLetter(to, alert, { url, now }));
    }
    return letters;
  };
