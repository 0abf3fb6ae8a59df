// A form that the server no longer has for its person: nothing is lost, nothing is tried for ever, and what was typed
// goes on in a new form.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginAnew } from '#web/fill/begin-anew.ts';
import { completing } from '#web/offline/completing.ts';
import type { Draft } from '#web/offline/draft.ts';
import { isGone, isWaiting } from '#web/offline/drafts.ts';
import { sendDraft } from '#web/offline/send.ts';
import { deps, FORM, fileOf, idsIn, openDevice, openServer } from '../support/offline-device.ts';

const TYPED = { site: 'Dam', photo: [{ id: 'p1', type: 'image/jpeg' }] };

function firstOf(drafts: ReadonlyMap<string, Draft>): Draft {
  const draft = drafts.get(FORM);
  assert.ok(draft);
  return draft;
}

/** A device with a form that the server had, and no longer has. */
async function lose(more: Partial<Draft> = {}) {
  const device = openDevice();
  const { forms, events, server } = openServer(() => 'nothing');
  const { store, drafts, files } = device;
  files.set('p1', fileOf('p1'));
  drafts.set(FORM, {
    ...firstOf(drafts),
    base: { revision: 1, answers: {} },
    answers: TYPED,
    edits: 3,
    ...more,
  });
  const sending = deps(store, server);
  return { ...device, forms, events, sending, outcome: await sendDraft(FORM, sending) };
}

test('a form that is gone is asked for once, and stays as it was typed', async () => {
  for (const wantsCompletion of [false, true]) {
    const { store, sending, outcome } = await lose({ wantsCompletion });
    assert.equal(outcome, 'stopped');
    const draft = await store.draft(FORM);
    assert.ok(draft && isGone(draft) && isWaiting(draft, []));
    assert.deepEqual(draft.answers, TYPED);
    let asked = 0;
    const server = new Proxy(sending.server, {
      get: () => async () => {
        asked += 1;
      },
    });
    assert.equal(await sendDraft(FORM, { ...sending, server }), 'stopped');
    assert.equal(asked, 0);
  }
});

test('a form that is gone when it is completed is gone too, although a refused completion stops nothing else', async () => {
  const { store } = await lose({
    base: { revision: 1, answers: {} },
    answers: {},
    wantsCompletion: true,
  });
  const draft = await store.draft(FORM);
  assert.ok(draft && isGone(draft) && draft.problem?.step === 'complete');
});

test('a new form takes the typed answers and the files on the device along, and arrives whole', async () => {
  const definition = {
    elements: [
      { type: 'text', name: 'site' },
      { type: 'file', name: 'photo' },
      { type: 'expression', name: 'twice', expression: '2' },
    ],
  };
  // "p2" was added on another device, and never came to this one.
  const answers = { ...TYPED, photo: [...TYPED.photo, { id: 'p2', type: 'image/jpeg' }], twice: 2 };
  const gone = await lose({ definition, answers, wantsCompletion: true });
  const { store, files, forms, sending } = gone;
  const draft = await store.draft(FORM);
  assert.ok(draft);
  let soon = 0;
  const ofForm = async (id: string) => [...files.values()].filter(({ formId }) => formId === id);
  const onDevice = {
    ...store,
    files: ofForm,
    addFile: async (file: ReturnType<typeof fileOf>) => {
      files.set(file.id, file);
    },
  };
  const sendSoon = () => {
    soon += 1;
  };
  const made = await beginAnew({ store: onDevice, sendSoon }, draft, true);
  assert.notEqual(made, FORM);
  assert.equal(soon, 1);
  const begun = await store.draft(made);
  assert.equal(begun?.handsOver, FORM);
  // Handing over is no completion.
  assert.equal(begun.wantsCompletion, false);
  assert.equal(await sendDraft(made, { ...sending, store: { ...store, files: ofForm } }), 'sent');
  const kept = forms.get(made);
  assert.ok(kept);
  const [photo, ...others] = idsIn(kept.answers);
  assert.ok(photo !== undefined && photo !== 'p1' && kept.files.has(photo));
  assert.deepEqual(others, []);
  assert.deepEqual(kept.answers, { site: 'Dam', photo: [{ id: photo, type: 'image/jpeg' }] });
  // The old draft is still there: its screen removes it when it is left.
  assert.deepEqual((await store.draft(FORM))?.answers, answers);
});

test('a form of work that was cancelled meanwhile arrives, and is completed only when its person asks again', async () => {
  const { store, drafts } = openDevice();
  const { forms, events, server } = openServer(() => 'nothing');
  drafts.set(FORM, {
    ...firstOf(drafts),
    assignmentId: 'a1',
    answers: { site: 'Dam' },
    edits: 1,
    wantsCompletion: true,
  });
  const lost = { reason: 'work-cancelled', detail: 'It was cancelled.', lostAt: '2026-01-01' };
  const create = async (draft: Draft) => ({ ...(await server.create(draft)), lost });
  const sending = deps(store, { ...server, create });
  assert.equal(await sendDraft(FORM, sending), 'stopped');
  const kept = firstOf(drafts);
  assert.deepEqual(kept.answers, { site: 'Dam' });
  assert.deepEqual(forms.get(FORM)?.answers, { site: 'Dam' });
  assert.deepEqual([kept.problem?.members?.['reason'], kept.wantsCompletion], [lost.reason, false]);
  assert.ok(!isGone(kept));
  await store.update(FORM, (draft) => completing(draft, 1));
  assert.equal(await sendDraft(FORM, sending), 'gone');
  assert.deepEqual(events, ['created', 'completed']);
});
