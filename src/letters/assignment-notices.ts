import type { Tx } from '#db/database.ts';
import type { Member } from '#directory/index.ts';
import type { Clock } from '#kernel/clock.ts';
import { type JsonObject, member, textOf } from '#kernel/json.ts';
import type { Letter } from '#mail/mailer.ts';
import type { Notices } from '#notices/index.ts';
import { selectWaitingForm } from './form-notices.store.ts';
import { assignmentLetter } from './letters.ts';
import type { LettersDeps } from './letters-deps.ts';
import type { MayTell } from './mail-quotas.ts';
import { organisationIn } from './organisation-in.ts';
import { findRecipient } from './recipient.ts';
import { insertNews, isWaitingFor, type News } from './waiting-news.store.ts';

/** A form was made for, or handed to, somebody. Structurally what forms/ tells its listeners. */
interface Assigned {
  readonly type: string;
  readonly accountId: string;
  readonly id: string;
  /** Who did it. */
  readonly by: string;
  readonly assignment?: { readonly type: 'User' | 'Group'; readonly id: string };
}

const LIFE_MS = 2 * 24 * 60 * 60_000;
/** A group with more people is told through these; nobody wants to fill a form with more. */
const MOST_PEOPLE = 200;
const PAGE = 100;

/** Notes, in the transaction of an assignment, that somebody is to be told; who and how is found out later. */
export const noteAssignments = ({
  notices,
  clock,
}: {
  readonly notices: Notices;
  readonly clock: Clock;
}) => ({
  async append(tx: Tx, { type, accountId, id, by, assignment }: Assigned): Promise<void> {
    if (!notices.isOn || (type !== 'form.assigned' && type !== 'form.created')) return;
    if (!assignment || assignment.id === by) return;
    const about = { form: id, type: assignment.type, to: assignment.id, by };
    const notice = { kind: 'assignment', expiresAt: clock.now() + LIFE_MS, content: { about } };
    await notices.append(tx, accountId, [notice]);
  },
});

interface ComposeDeps extends Pick<LettersDeps, 'db' | 'clock' | 'directory' | 'publicUrl'> {
  readonly mayTell: MayTell;
}

/**
 * The letters about an assignment that still holds, to everybody who is to be told but who did it. Whoever got many
 * already, or gets it from somebody who sent many, hears of it in a digest.
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
    const people = isGroup ? await peopleOf(deps, accountId, to) : [to];
    const doer = await directory.readUser(db, accountId, by, 'all');
    const told = {
      name: form.name,
      url: `${publicUrl()}/forms/${formId}${await organisationIn(deps, db, accountId)}`,
      by: doer && nameOf(doer.attributes, doer.userName),
      groupName: group?.displayName,
    };
    const letters: Letter[] = [];
    for (const id of people.filter((each) => each !== by)) {
      const recipient = await findRecipient(deps, db, accountId, id);
      const news = { accountId, userId: id, formId, assigneeId: to };
      if (!recipient || !(await isTellable(deps, { ...news, by, isAgain }))) continue;
      letters.push(assignmentLetter(recipient, told));
    }
    return letters;
  };

interface Telling extends News {
  readonly accountId: string;
  readonly userId: string;
  readonly by: string;
  readonly isAgain: boolean;
}

/** Whether somebody is told by a letter of its own; else it waits for the digest. */
async function isTellable(
  { db, clock, mayTell }: ComposeDeps,
  { by, isAgain, ...news }: Telling,
): Promise<boolean> {
  const { accountId, userId } = news;
  // It was counted before.
  if (isAgain) return !(await isWaitingFor(db.reader, news));
  if (await mayTell(accountId, { by, to: userId })) return true;
  await insertNews(db.reader, news, clock.now());
  return false;
}

const nameOf = (attributes: JsonObject, userName: string): string => {
  const name = member(attributes, 'displayName');
  return typeof name === 'string' ? name : userName;
};

/** Of a group and the groups in it, the first so many. */
async function peopleOf(
  deps: ComposeDeps,
  accountId: string,
  groupId: string,
): Promise<readonly string[]> {
  const people = new Set<string>();
  const groups = new Set([groupId]);
  // A set that grows while it is walked: groups within groups come last, and none comes twice.
  for (const group of groups) {
    for await (const { id, type } of membersOf(deps, accountId, group)) {
      (type === 'Group' ? groups : people).add(id);
      if (people.size >= MOST_PEOPLE) return [...people];
    }
  }
  return [...people];
}

async function* membersOf(
  { db, directory }: ComposeDeps,
  accountId: string,
  groupId: string,
): AsyncGenerator<Member> {
  let after: string | undefined;
  do {
    const page = await directory.readMembers(db.reader, accountId, groupId, after, PAGE);
    yield* page;
    after = page.length === PAGE ? page.at(-1)?.id : undefined;
  } while (after !== undefined);
}
