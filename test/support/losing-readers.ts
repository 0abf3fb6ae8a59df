// Four people with a mailbox: two are mailed at once and two by the digest, and one of each loses something between the
// cause of a mail and its sending.
import assert from 'node:assert/strict';
import { NOTICE_KINDS, type NoticeKind, type NoticeSubject } from '#kernel/notice.ts';
import { sendBellMails } from '#notices/mails/send-bell-mails.ts';
import type { Engine } from './engines.ts';
import { ADMIN_PASSWORD, type Answer } from './instance.ts';
import type { MailServer } from './mail-server.ts';
import { createReviewWorld, ok, PASSWORD, type Person, type ReviewWorld } from './review-world.ts';
import { waitUntil } from './wait-until.ts';

const DAY_MS = 86_400_000;
const NEVER_TRIED = 1;
const ANY = 100;

export interface Reader extends Person {
  readonly name: string;
  readonly email: string;
  readonly choice: 'now' | 'digest';
  readonly loses: boolean;
}

/** What is mailed, and how its reader loses it. */
export interface Loss {
  readonly cause: () => Promise<unknown>;
  readonly lose: (reader: Reader) => Promise<unknown>;
}

export interface LossWorld extends ReviewWorld {
  /** Asks as the admin of the organisation. */
  ask(method: string, path: string, body?: object, status?: number): Promise<Answer>;
  addReaders(role: string): Promise<readonly Reader[]>;
  /** Signs somebody in again, whose session the clock may have ended. */
  signIn(reader: Reader): Promise<void>;
  /** Tells people of something as the code that causes it does. */
  tell(
    kind: NoticeKind,
    about: { readonly type: NoticeSubject; readonly id: string },
    to: readonly Reader[],
  ): Promise<void>;
  /** Makes a group of people. @returns its id */
  group(members: readonly Reader[]): Promise<string>;
  leave(groupId: string): (reader: Reader) => Promise<unknown>;
  /** Publishes a template that is open to nobody. @returns its id */
  closed(review?: object): Promise<string>;
  /** Has the admin begin a form. @returns its id */
  form(templateId: string, body?: object): Promise<string>;
  /** Gives everybody the same rights on a template. @returns how one of them loses them */
  give(
    templateId: string,
    readers: readonly Reader[],
    rights: object,
  ): Promise<(reader: Reader) => Promise<unknown>>;
  /** Causes mails that can't be sent, has some of the readers lose something, and lets a day pass. @returns their letters */
  afterLoss(readers: readonly Reader[], loss: Loss): Promise<ReadonlyMap<Reader, string>>;
  /** Waits until everything that was caused has been tried. */
  settled(): Promise<void>;
}

export async function createLossWorld(engine: Engine, mail: MailServer): Promise<LossWorld> {
  const world = await createReviewWorld(engine, mail.env);
  const { services, account, clock } = world.node;
  const { accountId, accountCode } = account;
  let count = 0;
  const signInAdmin = () => world.admin.signIn(`${accountCode}/admin`, ADMIN_PASSWORD);
  const ask = async (method: string, path: string, body?: object, status = 200) =>
    ok(await world.admin.send(method, `/app/v1${path}`, body && { body }), status);
  const settled = (attempts = NEVER_TRIED) =>
    waitUntil(async () => {
      const { reader } = services.db;
      const causes = await reader.selectFrom('bell_causes').select('id').execute();
      const mails = await reader
        .selectFrom('notices')
        .select('id')
        .where('attempts', '<', attempts)
        .execute();
      return causes.length + mails.length === 0;
    });
  /** Waits until no letter is being sent: one that is tried again may have been written before the loss. */
  const noneUnderWay = () =>
    waitUntil(async () => {
      const mails = services.db.reader.selectFrom('notices').select('id');
      return (await mails.where('claimed_until', 'is not', null).execute()).length === 0;
    });
  const lettersTo = ({ email }: Reader) => mail.taken.filter(({ to }) => to.includes(email));
  return {
    ...world,
    ask,
    settled,
    async addReaders(role) {
      await signInAdmin();
      ok(await world.ann.signIn('ann', PASSWORD), 201);
      const readers: Reader[] = [];
      for (const choice of ['now', 'digest'] as const) {
        for (const loses of [true, false]) {
          count += 1;
          const name = `reader${count}`;
          const email = `${name}-${engine.name}@lost.example`;
          const person = await world.addPerson(name);
          await ask('PATCH', `/users/${person.id}`, { email, role });
          ok(await person.signIn(name, PASSWORD), 201);
          const kinds = NOTICE_KINDS.map((kind) => ({ kind, mail: choice }));
          ok(await person.send('PATCH', '/app/v1/notices/settings', { body: { kinds } }));
          readers.push({ ...person, name, email, choice, loses });
        }
      }
      return readers;
    },
    async signIn(reader) {
      ok(await reader.signIn(reader.name, PASSWORD), 201);
    },
    tell(kind, about, to) {
      const people = to.map((each) => ({ type: 'User', id: each.id }) as const);
      const notice = { accountId, kind, about, key: `${kind} ${about.id}`, to: people };
      return services.db.transaction((tx) => services.tell(tx, notice));
    },
    async group(members) {
      const made = await ask('POST', '/groups', { displayName: `Four ${count}` }, 201);
      const id = String(made.at('id'));
      await ask('POST', `/groups/${id}/members`, { add: members.map((each) => each.id) }, 204);
      return id;
    },
    leave: (groupId) => (reader) =>
      ask('POST', `/groups/${groupId}/members`, { remove: [reader.id] }, 204),
    async closed(review) {
      const id = await world.template(review);
      await ask('PATCH', `/templates/${id}`, { openToAll: false, groupIds: [] });
      return id;
    },
    form: async (templateId, body = {}) =>
      String((await ask('POST', '/forms', { templateId, ...body }, 201)).at('id')),
    async give(templateId, readers, rights) {
      const path = ({ id }: Reader) => `/templates/${templateId}/rights/${id}`;
      for (const each of readers) await ask('PUT', path(each), rights);
      return (reader) => ask('DELETE', path(reader), undefined, 204);
    },
    async afterLoss(readers, { cause, lose }) {
      await settled();
      await services.db.reader.deleteFrom('bell_mails').execute();
      const before = new Map(readers.map((each) => [each, lettersTo(each).length]));
      mail.answer(451);
      await cause();
      await settled();
      await signInAdmin();
      for (const each of readers) if (each.loses) await lose(each);
      await noneUnderWay();
      mail.answer(250);
      clock.advance(DAY_MS);
      await sendBellMails(services).run();
      await settled(ANY);
      const texts = readers.map((each) => {
        const letters = lettersTo(each).slice(before.get(each));
        return [
          each,
          letters.map(({ headers, text }) => `${headers}\n${text}`).join('\n'),
        ] as const;
      });
      return new Map(texts);
    },
  };
}

/** Checks that those who lost something were told nothing, and the others were told as before. */
export function assertLosersHeardNothing(letters: ReadonlyMap<Reader, string>): void {
  for (const [{ loses }, text] of letters) if (loses) assert.equal(text, '');
  const told = [...letters].map(([{ choice, loses }, text]) => [
    ...[choice, loses ? 'lost it' : 'has it'],
    text !== '',
  ]);
  assert.deepEqual(told, [
    ['now', 'lost it', false],
    ['now', 'has it', true],
    ['digest', 'lost it', false],
    ['digest', 'has it', true],
  ]);
}
