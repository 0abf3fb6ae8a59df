// Answers that the server does not accept as they are, such as half a number.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { change, isWaiting } from '#web/offline/drafts.ts';
import { Refusal, sendDraft } from '#web/offline/send.ts';
import { deps, FORM, openDevice, openServer } from '../support/offline-device.ts';

test('an answer that is refused stays here as it was typed while all others are saved, until it is right', async () => {
  const { store } = openDevice();
  const { server, forms } = openServer(() => 'nothing');
  let calls = 0;
  const d = deps(store, {
    ...server,
    save: async (formId, filled) => {
      calls += 1;
      const faults = ['age', 'weight'].flatMap((at) =>
        Number(filled.answers[at]) < 18 ? [{ at, text: 'This must be 18 or more.' }] : [],
      );
      const message = 'no';
      if (faults.length > 0) throw new Refusal(422, { code: 'invalid-answers', message, faults });
      return await server.save(formId, filled);
    },
  });
  const set = async (field: string, value: unknown) => {
    await store.update(FORM, (draft) => change(draft, new Map([[field, value]]), 5));
    return await sendDraft(FORM, d);
  };
  const waits = async () => isWaiting((await store.draft(FORM)) ?? assert.fail(), []);
  await set('age', 40);
  await set('age', 1);
  assert.equal(await set('site', 'North'), 'sent');
  assert.deepEqual(forms.get(FORM)?.answers, { age: 40, site: 'North' });
  assert.equal((await store.draft(FORM))?.answers['age'], 1);
  assert.equal(await waits(), true, 'what is only here is not said to be sent');
  const before = calls;
  await sendDraft(FORM, d);
  assert.equal(calls, before, 'not again by itself');
  await set('age', 18);
  assert.deepEqual(forms.get(FORM)?.answers, { age: 18, site: 'North' });
  assert.equal(await waits(), false);
});

test('a form is not completed without an answer that is only here', async () => {
  const { store } = openDevice();
  const { server, forms } = openServer(() => 'nothing');
  const faults = [{ at: 'age', text: 'This must be 18 or more.' }];
  const d = deps(store, {
    ...server,
    save: async (formId, filled) => {
      if (filled.answers['age'] !== 1) return await server.save(formId, filled);
      throw new Refusal(422, { code: 'invalid-answers', message: 'no', faults });
    },
  });
  await store.update(FORM, (draft) => change(draft, new Map([['age', 1]]), 5));
  await sendDraft(FORM, d);
  await store.update(FORM, (draft) => ({ ...draft, wantsCompletion: true }));
  await sendDraft(FORM, d);
  const draft = await store.draft(FORM);
  assert.deepEqual(
    [forms.get(FORM)?.status, draft?.wantsCompletion, draft?.problem?.step, draft?.problem?.faults],
    ['draft', false, 'complete', faults],
  );
  assert.equal(draft?.answers['age'], 1);
});
