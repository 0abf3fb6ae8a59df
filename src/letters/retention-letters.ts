import type { Reader } from '#db/database.ts';
import { type JsonObject, member, textOf } from '#kernel/json.ts';
import { plainWords } from '#kernel/plain-words.ts';
import type { Letter } from '#mail/mailer.ts';
import type { ComposedLetter } from '#mail-queue/index.ts';
import { letterTo, longDay, type Recipient } from './letters.ts';
import type { LettersDeps, WayToEnd } from './letters-deps.ts';
import { organisationIn } from './organisation-in.ts';
import { findRecipient } from './recipient.ts';
import {
  type RetainedTemplate,
  selectManagers,
  selectRetained,
} from './retention-letters.store.ts';

const MOST_MANAGERS = 20;

interface RetentionLettersDeps extends Pick<LettersDeps, 'db' | 'directory' | 'publicUrl'> {
  readonly wayToEnd: WayToEnd;
  /** Returns whether somebody may manage a template at this moment. */
  readonly managesTemplate: (
    db: Reader,
    person: { readonly accountId: string; readonly userId: string },
    templateId: string,
  ) => Promise<boolean>;
}

/**
 * Writes the letters that forms of a template will soon be deleted or blanked, to the user who set the rule and to at
 * most 20 others, of those who manage the template when it is sent. The mail holds the id of the template, the number of forms, and the time.
 */
export const composeRetention =
  ({ wayToEnd, managesTemplate, ...deps }: RetentionLettersDeps) =>
  async (accountId: string, about: JsonObject): Promise<readonly ComposedLetter[]> => {
    const db = deps.db.reader;
    const templateId = textOf(member(about, 'retention'));
    const template = await selectRetained(db, accountId, templateId);
    if (!template) return [];
    const url = `${deps.publicUrl()}/templates/${templateId}${await organisationIn(deps, db, accountId)}`;
    const [count, at] = [Number(member(about, 'count')), Number(member(about, 'at'))];
    const letters: ComposedLetter[] = [];
    const only = member(about, 'to');
    for (const userId of await peopleOf(deps, accountId, template)) {
      if (only !== undefined && only !== userId) continue;
      const recipient = await findRecipient(deps, db, accountId, userId);
      if (!recipient || !(await managesTemplate(db, { accountId, userId }, templateId))) continue;
      const unsubscribeUrl = await wayToEnd(db, { accountId, userId }, templateId);
      if (unsubscribeUrl === undefined) continue;
      const to = { ...recipient, unsubscribeUrl };
      // If this letter is sent again, its text is written anew, by the rights that its reader has then.
      const own = { ...about, to: userId };
      letters.push({ ...retentionLetter(to, { ...template, count, at, url }), own });
    }
    return letters;
  };

/** Returns the ids of the users to tell: who set the rule, then those with the right by name, then the others. */
async function peopleOf(
  { db, directory }: Pick<LettersDeps, 'db' | 'directory'>,
  accountId: string,
  { setBy, managers }: RetainedTemplate,
): Promise<ReadonlySet<string>> {
  const idsOf = (wanted: string) =>
    managers.filter(({ type }) => type === wanted).map(({ subject }) => subject);
  // A role is everyone or designers, and only designers and admins can use the right.
  const isRole = managers.some(({ type }) => type === 'Role');
  const others = isRole
    ? undefined
    : await directory.memberIdsOf(db.reader, accountId, idsOf('Group'));
  const choice = { named: idsOf('User'), others };
  return new Set([setBy, ...(await selectManagers(db.reader, accountId, choice, MOST_MANAGERS))]);
}

interface Due extends Pick<RetainedTemplate, 'name' | 'action'> {
  readonly count: number;
  /** In milliseconds. */
  readonly at: number;
  readonly url: string;
}

function retentionLetter(to: Recipient, { name, action, count, at, url }: Due): Letter {
  const title = plainWords(name);
  const isGerman = to.language === 'de';
  const day = longDay(at, to);
  const number = count.toLocaleString(to.language);
  const isDelete = action === 'delete';
  if (isGerman) {
    const what = isDelete ? 'werden endgültig gelöscht' : 'verlieren festgelegte Antworten';
    const forms = count === 1 ? '1 Formular' : `${number} Formulare`;
    const verb =
      count === 1 ? what.replace('werden', 'wird').replace('verlieren', 'verliert') : what;
    return letterTo(
      to,
      `Ab ${day}: Aufbewahrung für „${title}“`,
      [
        `${forms} der Vorlage „${title}“ ${verb}, weil die Aufbewahrungsfrist abläuft. Das beginnt am ${day} und lässt sich nicht rückgängig machen.`,
        `Hier ändern Sie die Frist:\n${url}`,
      ],
      'Vorlage öffnen',
    );
  }
  const forms = count === 1 ? '1 form' : `${number} forms`;
  const what = isDelete ? 'will be permanently deleted' : 'will lose the answers that you chose';
  return letterTo(
    to,
    `From ${day}: retention of “${title}”`,
    [
      `${forms} of the template “${title}” ${what}, because the time to keep them is over. This begins on ${day} and can’t be undone.`,
      `Change the rule here:\n${url}`,
    ],
    'Open template',
  );
}
