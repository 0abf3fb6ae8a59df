// What is typed into a form that has just left the device, because another tab signed out or found it complete.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Draft } from '#web/offline/draft.ts';
import { change } from '#web/offline/drafts.ts';
import { keepChange } from '#web/offline/keep-change.ts';
import { sendDraft } from '#web/offline/send.ts';
import { deps, FORM, openDevice, openServer } from '../support/offline-device.ts';

const typing = (field: string, text: string) => (draft: Draft) =>
  change(draft, new Map([[field, text]]), 7);

test('what is typed into a form that was completed elsewhere and left the device is kept, and the refusal is reported', async () => {
  const { store, drafts } = openDevice();
  const { server, forms } = openServer(() => 'nothing');
  const d = deps(store, server);
  await keepChange(store, drafts.get(FORM) ?? assert.fail(), typing('site', 'North'));
  assert.equal(await sendDraft(FORM, d), 'sent');
  const seen = { ...(drafts.get(FORM) ?? assert.fail()), wantsCompletion: true };
  Object.assign(forms.get(FORM) ?? assert.fail(), { status: 'complete', revision: 3 });
  drafts.delete(FORM);

  const kept = await keepChange(store, seen, typing('site', 'North pier'));
  assert.equal(kept.answers['site'], 'North pier');
  assert.deepEqual(drafts.get(FORM), kept);
  assert.equal(await sendDraft(FORM, d), 'stopped');
  assert.equal(drafts.get(FORM)?.problem?.code, 'form-state');
  assert.equal(drafts.get(FORM)?.answers['site'], 'North pier');
  assert.equal(forms.get(FORM)?.answers['site'], 'North');
});

test('two tabs that type into a form which has left the device both keep what was typed', async () => {
  const { store, drafts } = openDevice();
  const seen = drafts.get(FORM) ?? assert.fail();
  drafts.delete(FORM);
  await Promise.all([
    keepChange(store, seen, typing('site', 'North')),
    keepChange(store, seen, typing('notes', 'wet')),
  ]);
  assert.deepEqual(drafts.get(FORM)?.answers, { site: 'North', notes: 'wet' });
});
