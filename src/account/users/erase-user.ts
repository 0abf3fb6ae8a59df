import type { AccountDeps } from '#account/account-deps.ts';
import { actorOf } from '#audit/index.ts';
import type { Reader } from '#db/database.ts';
import { dropTexts, eraseFormerUser, readFormerUser, type UserView } from '#directory/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { wholeWord } from '#kernel/whole-word.ts';
import { readConsequences } from './consequences.store.ts';
import {
  countBelongings,
  deleteSignInFailures,
  emptyLogEntries,
  listLogTexts,
} from './erase-user.store.ts';
import { UserErasure } from './user.shapes.ts';

/** Entries of the provisioning log that are looked through at a time: bodies are up to 16 kB. */
const BATCH = 200;
/** Shorter texts are in everything. */
const SHORTEST_NAME = 3;

const WHY = {
  forms:
    'What was filled in belongs to the organisation. The forms name the person by an id that leads nowhere now; answers that name people have to be changed by hand.',
  auditEvents:
    'The audit record is a sealed chain that proves what was done. Its lines about the person stay, with the user name where they say it.',
  managers:
    'Whoever reported to the person keeps what the identity provider sent as their manager, until it sends another one.',
  backups: 'Copies made before still hold the person. Let them run out as your rules say.',
} as const;

/** POST /app/v1/users/:id/erase: deletes a user and what else names the person; forms and the audit record stay. */
export const eraseUser = (deps: AccountDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/app/v1/users/:id/erase',
    protocol: 'problem',
    access: { session: true, role: 'admin', confirmed: true },
    limit: 'api',
    doc: {
      summary: "Erase a person's data",
      tag: 'Users',
      description: [
        'Deletes the user as DELETE does, or takes one who was deleted before. Forgets what the person was called, takes the name out of the names of forms that the person made, and empties the requests of the',
        'provisioning log that name the person. Says what went, and what stays and why.',
      ].join('\n'),
      responses: {
        200: { description: 'What was removed, and what is kept.', schema: UserErasure },
        403: { description: 'The last active admin stays.' },
        404: { description: 'There is no such user.' },
      },
    },
    async handle(request) {
      const { db, directory, audit, clock, forgetInForms } = deps;
      const { accountId, userId, role } = request.principal;
      const id = request.params['id'] ?? '';
      const user = await directory.readUser(db.reader, accountId, id, 'all');
      const person = user ?? (await findFormer(db.reader, accountId, id));
      if (!person) throw fail('not-found', 'There is no user with this id.');
      const never = { now: clock.now(), begunSince: 0, idleSince: 0, recently: 0 };
      const before = await readConsequences(db.reader, accountId, id, never);
      if (user?.role === 'admin' && user.active && before?.others === 0) {
        throw fail(
          'last-admin',
          'This is the last active admin. Make somebody else an admin first.',
        );
      }
      const actor = actorOf(request, 'web');
      const displayName = textIn(person.attributes, 'displayName');
      const formNames = await forgetInForms(
        { ...actor, userId, role },
        { userId: id, names: [displayName, person.userName].filter(isLong) },
      );
      const provisioningLogEntries = await forgetInLog(deps, person);
      // Last, so that what was broken off is finished by erasing again.
      const belongings = await db.transaction(async (tx) => {
        const counts = await countBelongings(tx, accountId, id);
        if (user) await directory.deleteUser(tx, actor, id, { sight: 'all' });
        await eraseFormerUser(tx, accountId, id);
        await dropTexts(
          tx,
          accountId,
          [id, textIn(person.attributes, 'externalId')].filter(isLong),
        );
        await deleteSignInFailures(tx, id);
        await audit.append(tx, actor, {
          action: 'user.erase',
          targetType: 'User',
          targetId: id,
          detail: { ...counts, formNames, provisioningLogEntries },
        });
        return counts;
      });
      const body: UserErasure = {
        removed: { users: user ? 1 : 0, ...belongings, formNames, provisioningLogEntries },
        kept: {
          forms: { count: before?.forms ?? 0, why: WHY.forms },
          auditEvents: { why: WHY.auditEvents },
          managers: { why: WHY.managers },
          backups: { why: WHY.backups },
        },
      };
      return { status: 200, body };
    },
  });

type Person = Pick<UserView, 'accountId' | 'id' | 'userName' | 'attributes'>;

/** Somebody who was deleted before, and of whom names are left. */
async function findFormer(db: Reader, accountId: string, id: string): Promise<Person | undefined> {
  const former = await readFormerUser(db, accountId, id);
  if (!former) return undefined;
  const { userName, displayName } = former;
  return { accountId, id, userName, attributes: { userName, displayName: displayName ?? '' } };
}

const isLong = (name: string): boolean => name.trim().length >= SHORTEST_NAME;

/** Requests that are about the person, or that name the person by something that is nobody else's. */
async function forgetInLog(
  { db }: Pick<AccountDeps, 'db'>,
  { accountId, id: userId, userName, attributes }: Person,
): Promise<number> {
  const names = [userId, userName, textIn(attributes, 'externalId'), ...emailsIn(attributes)];
  const patterns = names.filter(isLong).map(wholeWord);
  let emptied = 0;
  let after = '';
  for (;;) {
    const entries = await listLogTexts(db.reader, accountId, after, BATCH);
    const ids = entries
      .filter(
        ({ resourceId, text }) =>
          resourceId === userId || patterns.some((pattern) => pattern.test(text)),
      )
      .map((entry) => entry.id);
    if (ids.length > 0) await db.transaction((tx) => emptyLogEntries(tx, accountId, ids));
    emptied += ids.length;
    const last = entries.at(-1);
    if (!last || entries.length < BATCH) return emptied;
    after = last.id;
  }
}

function textIn(attributes: JsonObject, name: string): string {
  const value = member(attributes, name);
  return typeof value === 'string' ? value : '';
}

function emailsIn(attributes: JsonObject): readonly string[] {
  const emails = member(attributes, 'emails');
  if (!Array.isArray(emails)) return [];
  const list: readonly JsonValue[] = emails;
  return list.map((email) => (isObject(email) ? textIn(email, 'value') : ''));
}
