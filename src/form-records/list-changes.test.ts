// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { type CompiledQuery, sql } from 'kysely';
import type { Form, FormActor } from '#form-basics/form.ts';
import { systemClock } from '#kernel/clock.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { DEFINITION } from '../../test/support/forms.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';
import { casesOf } from '../../test/support/timing.ts';
import { purgeForm } from './deleted-forms.store.ts';
import { recordChange } from './form-change.store.ts';
import { replyWithChanges } from './list-changes.ts';

interface Told {
  readonly formId: string;
  readonly deleted: boolean;
  readonly revision?: number;
  readonly deletedDate?: string | null;
  readonly name?: string;
}

const WRITERS = 16;
const ROUNDS = casesOf({ daily: 8, nightly: 25 });
const DAY_MS = 86_400_000;

forEachEngine((engine) => {
  let node: Instance;
  let admin: FormActor;
  let templateId: string;
  before(async () => {
    node = await startInstance(engine);
    const { accountId, userId } = node.account;
    admin = { accountId, userId, role: 'admin', via: 'api' };
    const { db, forms } = node.services;
    templateId = await db.transaction(async (tx) => {
      const { id } = await forms.createTemplate(tx, admin, { name: 'T', definition: DEFINITION });
      await forms.publishTemplate(tx, admin, id);
      return id;
    });
  });
  after(() => node.close());

  const create = async (by = admin): Promise<Form> => {
    const { db, forms } = node.services;
    return (await db.transaction((tx) => forms.createForm(tx, by, { templateId }))).form;
  };
  const edit = (id: string, name: string, pause = 0): Promise<Form> => {
    const { db, forms } = node.services;
    return db.transaction(async (tx) => {
      const form = await forms.editForm(tx, admin, id, { name });
      if (pause > 0) await setTimeout(pause);
      return form;
    });
  };
  const remove = (id: string): Promise<void> =>
    node.services.db.transaction((tx) => node.services.forms.removeForm(tx, admin, id));

  /** Reads one page. */
  const ask = async (cursor: string, pageSize = 100, token?: string) => {
    const path = `/v2/formz?changedSince=${cursor}&pageSize=${pageSize}`;
    const answer = await node.request('GET', path, token === undefined ? {} : { token });
    assert.equal(answer.status, 200, answer.text);
    const told: readonly Told[] = JSON.parse(answer.text);
    const [, next] = /<[^>]*changedSince=([^&]+)&[^>]*>; rel="next"/.exec(
      answer.headers['link'] ?? '',
    ) ?? [undefined, undefined];
    const end = answer.headers['x-change-cursor'] ?? '';
    assert.ok(next === undefined || next === end);
    return { told, end, hasMore: next !== undefined };
  };
  /** Reads all current pages. */
  const drain = async (cursor: string, pageSize = 100, token?: string) => {
    const told: Told[] = [];
    for (let at = cursor; ; ) {
      const page = await ask(at, pageSize, token);
      told.push(...page.told);
      at = page.end;
      if (!page.hasMore) return { told, end: at };
    }
  };

  test('a poller is told what there is, then each change once, deletions and what is purged too', async () => {
    const one = await create();
    const two = await create();
    const first = await drain('0', 1);
    assert.deepEqual(
      first.told.map(({ formId, revision, deleted }) => [formId, revision, deleted]),
      [
        [one.id, 1, false],
        [two.id, 1, false],
      ],
    );
    assert.deepEqual((await drain(first.end)).told, []);
    await edit(one.id, 'a');
    await edit(one.id, 'b');
    await remove(two.id);
    const second = await drain(first.end);
    assert.deepEqual(
      second.told.map(({ formId, name, deleted }) => [formId, name, deleted]),
      [
        [one.id, 'b', false],
        [two.id, undefined, true],
      ],
    );
    assert.match(String(second.told[1]?.deletedDate), /0000\+00:00$/);
    assert.deepEqual(await drain(second.end), { told: [], end: second.end });
    const { reader } = node.services.db;
    await reader.deleteFrom('forms').where('id', '=', two.id).execute();
    const all = await drain('0');
    assert.deepEqual(all.told.at(-1), { formId: two.id, deleted: true, deletedDate: null });
  });

  test('who sees a template is told of its forms that are gone for good, and nobody else is', async () => {
    const { db, forms, clock } = node.services;
    const [rita, bob] = [await node.addUser('rita'), await node.addUser('bob')];
    const rights = { fill: false, see: 'all', edit: false, assign: false, manage: false } as const;
    await db.transaction((tx) => forms.giveRights(tx, admin, templateId, rita.id, rights));
    await db.transaction((tx) =>
      forms.createTemplate(tx, admin, { name: 'Of others', definition: DEFINITION }),
    );
    const { id } = await create();
    const [seen, unseen] = [await drain('0', 100, rita.token), await drain('0', 100, bob.token)];
    assert.ok(seen.told.some(({ formId }) => formId === id));
    await remove(id);
    await db.transaction((tx) => purgeForm(tx, admin.accountId, id, clock.now() + DAY_MS));
    const gone = [{ formId: id, deleted: true, deletedDate: null }];
    assert.deepEqual((await drain(seen.end, 100, rita.token)).told, gone);
    assert.deepEqual((await drain(unseen.end, 100, bob.token)).told, []);
  });

  test('a cursor is its user’s own, goes nowhere else, and stands alone', async () => {
    const ann = await node.addUser('ann');
    const by: FormActor = { ...admin, userId: ann.id, role: 'member' };
    const own = await create(by);
    const { told, end } = await drain('0', 1, ann.token);
    assert.deepEqual(
      told.map(({ formId }) => formId),
      [own.id],
    );
    const refused = async (query: string, at: string) => {
      const answer = await node.request('GET', `/v2/formz?${query}`);
      assert.deepEqual([answer.status, answer.at('at')], [400, at], answer.text);
    };
    await refused(`changedSince=${end}`, 'changedSince');
    await refused('changedSince=', 'changedSince');
    await refused('changedSince=1', 'changedSince');
    await refused('changedSince=0&STATUS=draft', 'status');
    await refused('changedSince=0&pageNumber=2', 'pageNumber');
    await refused('changedSince=0&filter=x', 'filter');
    const path = `/v2/templates/${templateId}/formz?changedSince=0`;
    assert.equal((await node.request('GET', path)).at('at'), 'changedSince');
    const mine = await drain('0');
    const { db } = node.services;
    // Simulates a restored backup.
    const heads = db.reader.updateTable('form_change_heads');
    await heads.set({ seq: 0 }).execute();
    await refused(`changedSince=${mine.end}`, 'changedSince');
    await heads.set({ seq: 1000 }).execute();
    assert.deepEqual((await drain(mine.end)).told, []);
    // Also refused when the restored state has since passed that number.
    await heads.set({ epoch: 'restored' }).execute();
    await refused(`changedSince=${mine.end}`, 'changedSince');
    await heads.set({ epoch: null }).execute();
  });

  test('with 16 writers at work nothing is missed and nothing is told twice', async () => {
    const { told: known, end: start } = await drain('0');
    const last = new Map(known.map((each) => [each.formId, each]));
    const shared = await Promise.all(Array.from({ length: 5 }, () => create()));
    const created: string[] = shared.map(({ id }) => id);
    let working = true;
    const write = async (writer: number): Promise<void> => {
      // Different in every run; the output says how to repeat it.
      const [plan = []] = fc.sample(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 })), {
          minLength: ROUNDS,
          maxLength: ROUNDS,
        }),
        1,
      );
      let own = await create();
      created.push(own.id);
      for (const [i, [what, which]] of plan.entries()) {
        const name = `${writer} ${i}`;
        if (what < 2) await edit(shared[which]?.id ?? '', name, which);
        else if (what < 4) await edit(own.id, name, which);
        else {
          await remove(own.id);
          own = await create();
          created.push(own.id);
        }
      }
    };
    const poll = async (): Promise<string> => {
      let cursor = start;
      for (let isLast = false; ; isLast = !working) {
        const { told, end } = await drain(cursor, 7);
        for (const each of told) {
          const before = last.get(each.formId);
          const what = `${JSON.stringify(before)} then ${JSON.stringify(each)}`;
          assert.ok(before?.deleted !== true, what);
          assert.ok(each.deleted || (each.revision ?? 0) > (before?.revision ?? 0), what);
          last.set(each.formId, each);
        }
        cursor = end;
        if (isLast) return cursor;
      }
    };
    const writers = Promise.all(Array.from({ length: WRITERS }, (_, i) => write(i))).finally(() => {
      working = false;
    });
    const [end] = await Promise.all([poll(), writers]);
    const rows = await node.services.db.reader
      .selectFrom('forms')
      .select(['id', 'revision', 'deleted_at'])
      .where('id', 'in', created)
      .execute();
    assert.equal(rows.length, created.length);
    for (const { id, revision, deleted_at } of rows) {
      const told = last.get(id);
      const expected = deleted_at === null ? [false, revision] : [true, undefined];
      assert.deepEqual([told?.deleted, told?.revision], expected, id);
    }
    assert.deepEqual((await drain(end)).told, []);
  });

  test('a change is told by the first poll after its commit, and one that is rolled back never', async () => {
    const form = await create();
    let { end } = await drain('0');
    for (let i = 0; i < 10; i += 1) {
      await edit(form.id, `round ${i}`);
      const { told, end: next } = await drain(end);
      assert.deepEqual(
        told.map(({ formId, name }) => [formId, name]),
        [[form.id, `round ${i}`]],
      );
      end = next;
    }
    const { db, forms } = node.services;
    await assert.rejects(
      db.transaction(async (tx) => {
        await forms.editForm(tx, admin, form.id, { name: 'never' });
        throw new Error('rolled back');
      }),
      /rolled back/,
    );
    assert.deepEqual((await drain(end)).told, []);
  });

  if (engine.name === 'postgres') {
    test('who polls while another poll numbers a change is told of it as well', async () => {
      const form = await create();
      const { end } = await drain('0');
      await edit(form.id, 'for both');
      const { db, directory, seal } = node.services;
      let others = 0;
      // Another poller reads after the first check for pending changes.
      const reader = new Proxy(db.reader, {
        get(target, key) {
          if (key !== 'executeQuery') return Reflect.get(target, key).bind?.(target);
          return async (query: CompiledQuery) => {
            const result = await target.executeQuery(query);
            if (query.sql.includes('"form_changes"') && others === 0)
              others = (await drain(end)).told.length;
            return result;
          };
        },
      });
      const { accountId, userId } = admin;
      const principal = { kind: 'user', accountId, userId, role: 'admin' } as const;
      const deps = {
        db: { ...db, reader },
        clock: systemClock,
        ids: node.services.ids,
        directory,
        seal,
        publicUrl: () => 'https://x.test',
      };
      const request = { principal, headers: {} } as unknown as Parameters<
        typeof replyWithChanges
      >[1];
      const asked = { changedSince: end, pageSize: 10 };
      const { body } = await replyWithChanges(deps, request, asked);
      assert.equal(others, 1);
      assert.match(JSON.stringify(body), /for both/);
    });
  }

  test('a list read page by page and the cursor of its first page make a whole copy', async () => {
    await drain('0');
    const list = await node.request('GET', '/v2/formz?pageSize=1');
    const cursor = list.headers['x-change-cursor'] ?? '';
    assert.deepEqual((await drain(cursor)).told, []);
    const form = await create();
    const { told } = await drain(cursor);
    assert.deepEqual(
      told.map(({ formId }) => formId),
      [form.id],
    );
  });

  if (engine.name === 'sqlite') return;

  test('a change that commits late comes late, whatever was told meanwhile', async () => {
    const late = await create();
    const early = await create();
    const { end } = await drain('0');
    const { db, forms } = node.services;
    const gate = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const writing = db.transaction(async (tx) => {
      await forms.editForm(tx, admin, late.id, { name: 'late' });
      written.resolve();
      await gate.promise;
    });
    await written.promise;
    await edit(early.id, 'early');
    const first = await drain(end);
    assert.deepEqual(
      first.told.map(({ name }) => name),
      ['early'],
    );
    gate.resolve();
    await writing;
    const second = await drain(first.end);
    assert.deepEqual(
      second.told.map(({ name }) => name),
      ['late'],
    );
  });

  test('what waits for its number is locked by whoever writes it again, so that no commit goes by unnoticed', async () => {
    const form = await create();
    const { end } = await drain('0');
    await edit(form.id, 'first');
    const { db, clock } = node.services;
    const gate = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const writing = db.transaction(async (tx) => {
      await recordChange(tx, admin.accountId, form.id, clock.now());
      // It is sent with the next statement.
      await sql`select 1`.execute(tx);
      written.resolve();
      await gate.promise;
    });
    await written.promise;
    const during = await drain(end);
    assert.deepEqual(during.told, []);
    gate.resolve();
    await writing;
    const { told } = await drain(during.end);
    assert.deepEqual(
      told.map(({ name }) => name),
      ['first'],
    );
  });
});
