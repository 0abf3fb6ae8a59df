// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerOrder } from '#answer-queries/answer-order.ts';
import type { FormActor } from '#form-basics/form.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { DEFINITION } from '../../../test/support/forms.ts';
import { startInstance } from '../../../test/support/instance.ts';
import { storedForms } from './table-rows.ts';

/** More than are found at a time. */
const FORMS = 103;

forEachEngine((engine) => {
  test('forms that are written while a table is read are in it, and each once', async () => {
    const node = await startInstance(engine);
    try {
      const { accountId, userId } = node.account;
      const by: FormActor = { accountId, userId, role: 'admin', via: 'api' };
      const { db, forms, clock } = node.services;
      const { templateId, ids } = await db.transaction(async (tx) => {
        const { id } = await forms.createTemplate(tx, by, { name: 'T', definition: DEFINITION });
        await forms.publishTemplate(tx, by, id);
        const made: string[] = [];
        for (let i = 0; i < FORMS; i += 1) {
          const input = { templateId: id, name: `n${String(i).padStart(3, '0')}` };
          made.push((await forms.createForm(tx, by, input)).form.id);
        }
        return { templateId: id, ids: made };
      });
      const edit = (i: number, name: string) =>
        db.transaction((tx) => forms.editForm(tx, by, ids[i] ?? '', { name }));
      // They all have the same time, and then follow by id.
      const newestFirst: AnswerOrder = [{ column: 'lastUpdateDate', direction: 'desc' }];
      const byName: AnswerOrder = [{ column: 'name', direction: 'asc' }];
      for (const [order, ahead, back] of [
        [newestFirst, 0, FORMS - 1],
        [byName, FORMS - 1, 1],
      ] as const) {
        const found: string[] = [];
        const every = { status: undefined, namePrefix: undefined, filter: undefined };
        const selection = { ...every, accountId, templateId, visibility: 'all' } as const;
        for await (const { row } of storedForms({ db, clock }, selection, order)) {
          found.push(row.id);
          if (found.length > 1) continue;
          await edit(ahead, 'a, which comes first');
          await edit(back, 'z, which comes last');
        }
        assert.deepEqual(found.toSorted(), ids.toSorted());
      }
    } finally {
      await node.close();
    }
  });
});
