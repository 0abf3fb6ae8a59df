import type { Reader } from '#db/database.ts';
import { type JsonObject, member, textOf } from '#kernel/json.ts';
import { plainWords } from '#kernel/plain-words.ts';
import type { Letter } from '#mail/mailer.ts';
import { letterTo, type Recipient } from './letters.ts';
import type { LettersDeps, WayToEnd } from './letters-deps.ts';
import { organisationIn } from './organisation-in.ts';
import { findRecipient } from './recipient.ts';

interface Deps extends Pick<LettersDeps, 'db' | 'directory' | 'publicUrl'> {
  readonly wayToEnd: WayToEnd;
  /** Returns the name of a dashboard if the user may see it. */
  readonly dashboardNameFor: (
    db: Reader,
    seen: { readonly accountId: string; readonly dashboardId: string; readonly userId: string },
  ) => Promise<string | undefined>;
}

/**
 * Writes the letter with the link of a dashboard, for somebody who asked for it and may still see it. It holds no
 * numbers, because the page shows those that its reader may see.
 */
export const composeDashboard =
  ({ dashboardNameFor, wayToEnd, ...deps }: Deps) =>
  async (accountId: string, about: JsonObject): Promise<readonly Letter[]> => {
    const db = deps.db.reader;
    const dashboardId = textOf(member(about, 'dashboard')) ?? '';
    const userId = textOf(member(about, 'to')) ?? '';
    const name = await dashboardNameFor(db, { accountId, dashboardId, userId });
    const recipient = await findRecipient(deps, db, accountId, userId);
    if (name === undefined || !recipient) return [];
    const unsubscribeUrl = await wayToEnd(db, { accountId, userId }, dashboardId);
    if (unsubscribeUrl === undefined) return [];
    const url = `${deps.publicUrl()}/dashboards/${dashboardId}`;
    const organisation = await organisationIn(deps, db, accountId);
    const mailsUrl = `${url}${organisation}${organisation === '' ? '?' : '&'}mail=true`;
    const to = { ...recipient, unsubscribeUrl };
    return [dashboardLetter(to, { name, url: `${url}${organisation}`, mailsUrl })];
  };

function dashboardLetter(
  to: Recipient,
  dashboard: {
    readonly name: string;
    readonly url: string;
    /** Where the mails are changed and ended. */
    readonly mailsUrl: string;
  },
): Letter {
  const name = plainWords(dashboard.name);
  const { url, mailsUrl } = dashboard;
  if (to.language === 'de') {
    return letterTo(
      to,
      `Dashboard „${name}“`,
      [
        `Hier öffnen Sie das Dashboard „${name}“ mit den Zahlen von jetzt:\n${url}`,
        `Sie haben diese Nachricht abonniert. Hier ändern oder beenden Sie das: ${mailsUrl}`,
      ],
      'Dashboard öffnen',
    );
  }
  return letterTo(
    to,
    `Dashboard “${name}”`,
    [
      `Open the dashboard “${name}” here, with its current numbers:\n${url}`,
      `You asked for this message. Change or end these mails here: ${mailsUrl}`,
    ],
    'Open dashboard',
  );
}
