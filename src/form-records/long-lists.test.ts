// Lists of more forms than are looked at for one page: searches for words that all or many forms have, and filters that
// many forms fulfil, in orders in which no index has them. Everybody gets exactly the forms that they may see.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { addToCounter } from '#db/counters.ts';
import { recordRows, renewStatistics } from '#db/dialect.ts';
import type { FormActor } from '#form-basics/form.ts';
import { ALL_RIGHTS } from '#templates/rights/rights.ts';
import { type Credentials, startCallers } from '../../test/support/callers.ts';
import { forBothEngines } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';

const FORMS = 24_000;
/** The oldest forms have a word that later ones do not have. */
const OLD = 6000;
const START = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;
const DEFINITION = { elements: [{ type: 'text', name: 'site' }] };

interface Row {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly status: 'draft' | 'complete';
  readonly created: number;
  readonly updated: number;
  readonly by: string;
  readonly deleted: number;
  readonly template: string;
}

const wordsOf = ({ name, number }: Row): readonly string[] => [
  `#${number}`,
  ...name.toLowerCase().split(' '),
];
const has = (row: Row, ...starts: readonly string[]): boolean =>
  starts.every((start) =>
    wordsOf(row).some((word) => word.startsWith(start) || word === `#${start}`),
  );
const before10th = ({ created }: Row): boolean => created < Date.UTC(2026, 0, 10);

interface Question {
  readonly query: string;
  readonly holds: (row: Row) => boolean;
  readonly by?: (row: Row) => number | string;
  readonly isDown?: boolean;
}

const NEWEST = { by: ({ updated }: Row) => updated, isDown: true };
const QUESTIONS: readonly Question[] = [
  { query: 'search=dam', holds: (row) => has(row, 'dam') },
  { query: 'search=dam 17', holds: (row) => has(row, 'dam', '17') },
  { query: 'search=dam 1', holds: (row) => has(row, 'dam', '1') },
  // The words that a page is read by are those of the oldest forms, and the page begins with the newest ones.
  { query: 'search=quay&sort=lastUpdateDate desc', holds: (row) => has(row, 'quay'), ...NEWEST },
  {
    query: 'search=quay dam&sort=lastUpdateDate desc',
    holds: (row) => has(row, 'quay'),
    ...NEWEST,
  },
  { query: 'search=quay yard', holds: () => false },
  {
    query: 'search=dam&status=draft&sort=name',
    holds: ({ status }) => status === 'draft',
    by: ({ name }) => name.toLowerCase(),
  },
  { query: 'status=draft&sort=createdDate', holds: ({ status }) => status === 'draft' },
  { query: 'name=dam 2', holds: ({ name }) => name.startsWith('Dam 2') },
  { query: 'createdTo=2026-01-09&sort=lastUpdateDate desc', holds: before10th, ...NEWEST },
  {
    query: 'createdFrom=2026-01-10&sort=name',
    holds: (row) => !before10th(row),
    by: ({ name }) => name.toLowerCase(),
  },
];

forBothEngines((engine) => {
  let node: Instance;
  let rows: readonly Row[];
  let [main, other] = ['', ''];

  before(async () => {
    node = await startInstance(engine);
    const callers = await startCallers(node);
    const { accountId, userId } = node.account;
    const by: FormActor = { accountId, userId, role: 'admin', via: 'api' };
    main = await publish(by, 'Damage');
    other = await publish(by, 'Secret');
    member = await callers.actAs('member');
    designer = await callers.actAs('designer');
    await node.services.db.transaction((tx) =>
      node.services.forms.giveRights(tx, by, main, 'designers', ALL_RIGHTS),
    );
    rows = Array.from({ length: FORMS }, (_, i) => rowAt(i));
    await store(by);
    // PostgreSQL would count them a minute later.
    await renewStatistics(node.services.db.reader, 'forms', 'search_words', 'search_texts');
  });
  after(() => node.close());
  let member: Credentials & { readonly userId: string };
  let designer: Credentials & { readonly userId: string };

  const publish = (by: FormActor, name: string): Promise<string> =>
    node.services.db.transaction(async (tx) => {
      const { forms } = node.services;
      const { id } = await forms.createTemplate(tx, by, { name, definition: DEFINITION });
      await forms.publishTemplate(tx, by, id);
      return id;
    });

  const rowAt = (i: number): Row => ({
    id: `01900000-0000-7000-8000-${String((i * 7919) % FORMS).padStart(12, '0')}`,
    number: i + 2,
    name: `Dam ${i} ${i < OLD ? 'quay' : 'yard'}`,
    status: i % 3 === 0 ? 'draft' : 'complete',
    created: START + Math.floor(i / 24) * HOUR_MS,
    updated: START + i * 60_000,
    by: i % 400 === 7 ? member.userId : node.account.userId,
    deleted: i % 50 === 1 ? 1 : 0,
    template: i % 40 === 5 ? other : main,
  });

  /** Stores the rows as copies of a form, many at a time, with all that the service stores of each. */
  async function store(by: FormActor): Promise<void> {
    const { db, forms } = node.services;
    const { accountId } = by;
    await db.transaction(async (tx) => {
      const { form } = await forms.createForm(tx, by, { templateId: main });
      const copied = await tx
        .selectFrom('forms')
        .selectAll()
        .where('id', '=', form.id)
        .executeTakeFirstOrThrow();
      const own = {
        id: sql`r.id`,
        number: sql`r.number`,
        name: sql`r.name`,
        name_key: sql`lower(r.name)`,
        status: sql`r.status`,
        created_at: sql`r.created`,
        updated_at: sql`r.updated`,
        created_by: sql`r.by`,
        assignee_id: sql`r.by`,
        template_id: sql`r.template`,
        deleted_at: sql`nullif(r.deleted, 0)`,
      };
      const names = Object.keys(copied);
      const values = names.map(
        (name) => new Map(Object.entries(own)).get(name) ?? sql.ref(`forms.${name}`),
      );
      const types = {
        ...({ id: 'text', number: 'bigint', name: 'text', status: 'text' } as const),
        ...({ created: 'bigint', updated: 'bigint', by: 'text' } as const),
        ...({ deleted: 'bigint', template: 'text' } as const),
      };
      await sql`insert into forms (${sql.join(names.map((name) => sql.ref(name)))})
        select ${sql.join(values)} from ${recordRows(tx, rows, types, 'r')} cross join forms
        where forms.account_id = ${accountId} and forms.id = ${form.id}`.execute(tx);
      const texts = rows.map((row) => ({
        id: row.id,
        words: ` ${[...new Set(wordsOf(row))].toSorted().join(' ')} `,
      }));
      await sql`insert into search_texts (account_id, kind, id, words)
        select ${sql.lit(accountId)}, 'form', t.id, t.words
        from ${recordRows(tx, texts, { id: 'text', words: 'text' }, 't')}`.execute(tx);
      const words = rows.flatMap((row) =>
        [...new Set(wordsOf(row))].map((word) => ({ id: row.id, word })),
      );
      await sql`insert into search_words (account_id, kind, word, id)
        select ${sql.lit(accountId)}, 'form', w.word, w.id
        from ${recordRows(tx, words, { id: 'text', word: 'text' }, 'w')}`.execute(tx);
      await addToCounter(tx, accountId, 'forms', form.id, live(() => true).length);
      for (const id of [main, other]) {
        const forms = live(({ template }) => template === id).length;
        await tx
          .updateTable('templates')
          .set((eb) => ({ form_count: eb('form_count', '+', forms) }))
          .where('id', '=', id)
          .execute();
      }
      await tx.deleteFrom('forms').where('id', '=', form.id).execute();
      await tx.deleteFrom('search_words').where('id', '=', form.id).execute();
      await tx.deleteFrom('search_texts').where('id', '=', form.id).execute();
    });
  }

  const live = (holds: (row: Row) => boolean) => rows.filter((row) => !row.deleted && holds(row));

  const expected = (
    { holds, by = ({ updated }) => updated, isDown }: Question,
    sees: Question['holds'],
    key = by,
  ) =>
    live((row) => sees(row) && holds(row))
      .toSorted((a, b) => (compare(key(a), key(b)) || compare(a.id, b.id)) * (isDown ? -1 : 1))
      .map(({ id }) => id);

  /** Asks again where a busy machine let a query end at its deadline. */
  async function ask(path: string, by: Credentials | undefined, again = 20): Promise<Answer> {
    const answer = await node.request('GET', path, by && { token: by.token });
    const isLate = answer.at('code') === 'query-too-slow' && again > 0;
    return isLate ? ask(path, by, again - 1) : answer;
  }

  /** Returns the ids of the first pages, following `next`, and the total. */
  async function read(path: string, by: Credentials | undefined, pages: number) {
    const ids: string[] = [];
    let total: number | undefined;
    let at: string | undefined = path;
    for (let page = 0; page < pages && at !== undefined; page += 1) {
      const answer = await ask(at, by);
      assert.equal(answer.status, 200, `${at}: ${answer.text}`);
      total ??= Number(answer.headers['x-total-count']);
      assert.ok(Array.isArray(answer.body));
      ids.push(...answer.body.map(({ formId }) => String(formId)));
      const next = /<([^>]+)>; rel="next"/.exec(answer.headers['link'] ?? '')?.[1];
      at = next === undefined ? undefined : new URL(next).pathname + new URL(next).search;
    }
    return { ids, total };
  }

  for (const question of QUESTIONS) {
    const { query } = question;
    const path = `/v2/formz?pageSize=50&${encodeURI(query)}`;
    const key = query.includes('sort=createdDate') ? ({ created }: Row) => created : undefined;
    test(`${query}: an admin reads page after page, and the total`, async () => {
      const want = expected(question, () => true, key);
      const { ids, total } = await read(path, undefined, 3);
      assert.deepEqual(ids, want.slice(0, 150));
      assert.equal(total, want.length);
    });
    test(`${query}: a member finds only their own forms, a designer those of their template`, async () => {
      const own = expected(question, ({ by }) => by === member.userId, key);
      const mine = await read(path, member, 9);
      assert.deepEqual(mine, { ids: own, total: own.length });
      const theirs = expected(question, ({ template }) => template === main, key);
      const found = await read(path, designer, 2);
      assert.deepEqual(found, { ids: theirs.slice(0, 100), total: theirs.length });
    });
    test(`${query}: the forms of one template`, async () => {
      const want = expected(question, ({ template }) => template === main, key);
      const { ids, total } = await read(`${path}&template=${main}`, undefined, 2);
      assert.deepEqual(ids, want.slice(0, 100));
      assert.equal(total, want.length);
    });
  }
});

const compare = (a: number | string, b: number | string): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
