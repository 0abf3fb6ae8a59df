import type { Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { type JsonObject, member, textOf } from '#kernel/json.ts';
import type { Letter } from '#mail/mailer.ts';
import type { MailQueue } from '#mail-queue/index.ts';
import { type DigestEntry, insertDigestEntry, isQueuedFor } from './digest-entries.store.ts';
import { peopleOfGroup } from './group-people.ts';
import { assignmentLetter } from './letters.ts';
import type { LettersDeps } from './letters-deps.ts';
import type { MayMail } from './mail-quotas.ts';
import { organisationIn } from './organisation-in.ts';
import { findRecipient } from './recipient.ts';
import { selectWaitingForm } from './waiting-form.store.ts';

/**
 * An event that a form was created for somebody, or assigned to somebody: the part of a form event that this file
 * reads.
 */
interface Assigned {
  readonly type: string;
  readonly accountId: string;
  readonly id: string;
  /** Id of the user who did it. */
  readonly by?: string;
  readonly assignment?: { readonly type: 'User' | 'Group' | 'Link'; readonly id: string };
}

const LIFE_MS = 2 * 24 * 60 * 60_000;

/** Queues a mail in the transaction of an assignment. Recipients and texts are determined when it is sent. */
export const queueAssignmentLetters = ({
  mailQueue,
  clock,
}: {
  readonly mailQueue: MailQueue;
  readonly clock: Clock;
}) => ({
  async append(tx: Tx, { type, accountId, id, by, assignment }: Assigned): Promise<void> {
    if (!mailQueue.isOn || (type !== 'form.assigned' && type !== 'form.created')) return;
    if (!assignment || by === undefined || assignment.id === by) return;
    const about = { form: id, type: assignment.type, to: assignment.id, by };
    const mail = { kind: 'assignment', expiresAt: clock.now() + LIFE_MS, content: { about } };
    await mailQueue.append(tx, accountId, [mail]);
  },
});

interface ComposeDeps extends Pick<LettersDeps, 'db' | 'clock' | 'directory' | 'publicUrl'> {
  readonly mayMail: MayMail;
}

/**
 * Writes the letters about an assignment that still holds, to all assignees except the user who assigned it. A
 * recipient over a mail quota, or assigned by a sender over one, gets a digest later instead.
 */
export const composeAssignment =
  (deps: ComposeDeps) =>
  async (accountId: string, about: JsonObject, isAgain: boolean): Promise<readonly Letter[]> => {
    const { directory, publicUrl } = deps;
    const db = deps.db.reader;
    const [formId = '', to = '', by = ''] = ['form', 'to', 'by'].map((name) =>
      textOf(member(about, name)),
    );
    const form = await selectWaitingForm(db, accountId, formId);
    if (form?.assigneeId !== to) return [];
    const isGroup = form.assigneeType === 'Group';
    const group = isGroup ? await directory.readGroup(db, accountId, to) : undefined;
    const people = isGroup ? await peopleOfGroup(deps, db, accountId, to) : [to];
    const assigner = await directory.readUser(db, accountId, by, 'all');
    const content = {
      name: form.name,
      url: `${publicUrl()}/forms/${formId}${await organisationIn(deps, db, accountId)}`,
      by: assigner && nameOf(assigner.attributes, assigner.userName),
      groupName: group?.displayName,
    };
    const letters: Letter[] = [];
    for (const id of people.filter((each) => each !== by)) {
      const recipient = await findRecipient(deps, db, accountId, id);
      const entry = { accountId, userId: id, formId, assigneeId: to };
      if (!recipient || !(await getsOwnLetter(deps, { ...entry, by, isAgain }))) continue;
      letters.push(assignmentLetter(recipient, content));
    }
    return letters;
  };

interface PendingLetter extends DigestEntry {
  readonly accountId: string;
  readonly userId: string;
  readonly by: string;
  readonly isAgain: boolean;
}

/** Returns whether a person gets a letter of their own now; otherwise queues the form for the digest. */
async function getsOwnLetter(
  { db, clock, mayMail }: ComposeDeps,
  { by, isAgain, ...entry }: PendingLetter,
): Promise<boolean> {
  const { accountId, userId } = entry;
  // The letter was counted against the quota at the first attempt.
  if (isAgain) return !(await isQueuedFor(db.reader, entry));
  if (await mayMail(accountId, { by, to: userId })) return true;
  await insertDigestEntry(db.reader, entry, clock.now());
  return false;
}

const nameOf = (attributes: JsonObject, userName: string): string => {
  const name = member(attributes, 'displayName');
  return typeof name === 'string' ? name : userName;
};
