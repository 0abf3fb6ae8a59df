// Whatever happens to forms, the bytes that are counted of them are those that are there.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Tx } from '#db/database.ts';
import type { FormActor } from '#form-basics/form.ts';
import { storeOfficeAnswers } from '#form-records/index.ts';
import { recountAnswers, selectDeviation } from '#quotas/index.ts';
import { createForgetPerson } from '#retention/forget-person.ts';
import { applyRules } from '#retention/keep-retention.ts';
import { setRetention } from '#retention/set-retention.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';
import { purgeDeleted } from './purge-forms.ts';

const NAME = 'zoe quill';
const DAY_MS = 86_400_000;
const DEFINITION = {
  elements: [
    { type: 'text', name: 'site', title: 'Site' },
    { type: 'comment', name: 'notes', title: 'Notes' },
  ],
};

const ACTS = [
  ...[
    'create',
    'edit',
    'edit',
    'correct',
    'correct',
    'office',
    'undo',
    'complete',
    'reopen',
    'assign',
    'remove',
    'restore',
  ],
  ...['erase', 'purge', 'blank', 'delete', 'count'],
] as const;

/** Something that happens, to the form of that number among those that are there. */
const act = fc.record({
  what: fc.constantFrom(...ACTS),
  nth: fc.nat(9),
  text: fc.string({ unit: 'grapheme', maxLength: 2000 }),
});
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

forEachEngine((engine) => {
  let node: Instance;
  let by: FormActor;
  let others: readonly string[];
  before(async () => {
    node = await startInstance(engine);
    by = { ...node.account, role: 'admin', via: 'api' };
    const other = await node.addUser('other', 'member');
    others = [other.id, node.account.userId];
  });
  after(() => node.close());

  const publish = () =>
    node.services.db.transaction(async (tx) => {
      const { forms } = node.services;
      const made = await forms.createTemplate(tx, by, { name: 'Visit', definition: DEFINITION });
      return (await forms.publishTemplate(tx, by, made.id)).template.id;
    });

  /** Returns what can happen to forms of a new template. */
  async function begin() {
    const { services, clock } = node;
    const { db, forms } = services;
    const templateId = await publish();
    const ids: string[] = [];
    const retain = async (action: 'blank' | 'delete') => {
      const terms = { action, days: 1, countedFrom: 'creation', location: false } as const;
      const fields = action === 'blank' ? ['notes'] : [];
      await db.transaction((tx) =>
        setRetention(node.services)(tx, by, templateId, { ...terms, fields }),
      );
      for (const days of [2, 8]) {
        await applyRules(services);
        clock.advance(days * DAY_MS);
      }
      await applyRules(services);
    };
    const writes: Readonly<
      Record<string, (tx: Tx, id: string, of: Act) => Promise<unknown> | undefined>
    > = {
      create: async (tx, _, { text }) => {
        const answers = { site: 'Weir', notes: text };
        const made = await forms.createForm(tx, by, { templateId, answers, name: `of ${NAME}` });
        ids.push(made.form.id);
      },
      edit: (tx, id, { text }) => forms.editForm(tx, by, id, { answers: { notes: text } }),
      correct: async (tx, id, { text }) => {
        const { status } = await forms.requireForm(tx, by, id);
        const answers = { site: 'Weir', notes: text };
        await (status === 'draft'
          ? forms.editForm(tx, by, id, { answers, corrected: 'notes' })
          : forms.correctUnchecked(tx, by, id, { answers, field: 'notes' }));
      },
      office: async (tx, id, { text }) =>
        storeOfficeAnswers(tx, await forms.requireForm(tx, by, id), { grade: text }),
      undo: async (tx, id, { text }) => {
        await forms.editForm(tx, by, id, { answers: { notes: text } });
        throw new Error('rolled back');
      },
      complete: (tx, id) => forms.completeUnchecked(tx, by, id),
      reopen: (tx, id) => forms.reopenForm(tx, by, id),
      remove: (tx, id) => forms.removeForm(tx, by, id),
      restore: (tx, id) => forms.restoreForm(tx, by, id),
      assign: (tx, id, { nth }) =>
        forms.assignForm(tx, by, id, { assignment: { type: 'User', id: others[nth % 2] ?? '' } }),
    };
    const jobs: Readonly<Record<string, () => Promise<unknown>>> = {
      erase: () => createForgetPerson(services)(by, { userId: by.userId, names: [NAME] }),
      purge: () => {
        clock.advance(31 * DAY_MS);
        return purgeDeleted(services);
      },
      blank: () => retain('blank'),
      delete: () => retain('delete'),
      count: () => recountAnswers(db, by.accountId),
    };
    return async (each: Act): Promise<void> => {
      const id = ids[each.nth % Math.max(1, ids.length)] ?? '';
      // The state of a form may refuse it.
      await db.transaction(async (tx) => writes[each.what]?.(tx, id, each)).catch(() => undefined);
      await jobs[each.what]?.();
    };
  }

  async function run(acts: readonly Act[]): Promise<void> {
    const happen = await begin();
    for (const each of acts) await happen(each);
    const off = await selectDeviation(node.services.db.reader, by.accountId, 'answerBytes');
    assert.equal(off, 0, `off by ${off}`);
  }

  test('after any writes, deletions, erasures and retention, the counted bytes are those of a recount', async () => {
    await fc.assert(fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 20 }), run), {
      numRuns: 15,
    });
    const { answerBytes } = await node.services.quotas.usage(node.services.db.reader, by.accountId);
    assert.ok(answerBytes.used > 0);
  });

  test('a history that is too long for one transaction is given back as it is deleted', async () => {
    const { db, forms, quotas } = node.services;
    const used = async () => (await quotas.usage(db.reader, by.accountId)).answerBytes.used;
    const before = await used();
    const templateId = await publish();
    const { form } = await db.transaction((tx) => forms.createForm(tx, by, { templateId }));
    await db.transaction((tx) => forms.removeForm(tx, by, form.id));
    const [event] = await db.reader
      .selectFrom('form_events')
      .selectAll()
      .where('form_id', '=', form.id)
      .execute();
    assert.ok(event);
    const many = Array.from({ length: 4500 }, () => ({ ...event, id: node.services.ids.next() }));
    for (let at = 0; at < many.length; at += 1500) {
      await db.reader
        .insertInto('form_events')
        .values(many.slice(at, at + 1500))
        .execute();
    }
    assert.ok((await recountAnswers(db, by.accountId)) > 4500 * 200);
    node.clock.advance(31 * DAY_MS);
    await purgeDeleted(node.services);
    assert.equal(await selectDeviation(db.reader, by.accountId, 'answerBytes'), 0);
    assert.ok((await used()) <= before);
  });
});
