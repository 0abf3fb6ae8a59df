// A server that has no room: nothing is lost, people are told why, and the device asks again, but not all the time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { change, isWaiting } from '#web/offline/drafts.ts';
import { Refusal, sendAll, sendDraft } from '#web/offline/send.ts';
import { deps, FORM, openDevice, openServer } from '../support/offline-device.ts';

test('what the server has no room for stays here, says why, and is tried again later, not all the time', async () => {
  for (const [status, code] of [
    [507, 'answers-full'],
    [507, 'forms-full'],
    [429, 'answers-of-day-full'],
  ] as const) {
    const { store, drafts } = openDevice();
    const { server, forms } = openServer(() => 'nothing');
    let isFull = true;
    let asked = 0;
    const d = deps(store, {
      ...server,
      save: async (...args) => {
        asked += 1;
        if (isFull) throw new Refusal(status, { code, message: 'full', members: { limit: 7 } });
        return await server.save(...args);
      },
    });
    const type = (text: string) =>
      store.update(FORM, (draft) => change(draft, new Map([['site', text]]), d.now()));
    await type('North');
    await store.update(FORM, (draft) => ({ ...draft, wantsCompletion: true }));
    const { nextAt = 0 } = await sendAll(d);
    assert.ok(nextAt >= d.now() + 15_000, 'it wakes by itself');
    const kept = drafts.get(FORM) ?? assert.fail();
    assert.deepEqual(
      [kept.problem?.code, kept.problem?.text, kept.problem?.members, kept.problem?.isPassing],
      [code, 'full', { limit: 7 }, true],
    );
    assert.equal(kept.wantsCompletion, true);
    assert.equal(isWaiting(kept, []), true, 'it is in the outbox');
    await sendAll(d);
    await type('North-west');
    await sendAll(d);
    assert.equal(asked, 1, 'neither a round nor a key asks the server again');
    assert.ok((drafts.get(FORM)?.problem?.code ?? '') === code, 'typing does not hide it');
    d.pass();
    await sendAll(d);
    assert.equal(asked, 2);
    isFull = false;
    d.pass();
    await sendAll(d);
    assert.deepEqual(forms.get(FORM)?.answers, { site: 'North-west' });
    assert.equal(drafts.get(FORM)?.problem, undefined);
  }
});

test('changes from a time without a network may use the reserve, and others may not', async () => {
  for (const isOffline of [true, false]) {
    const { store, drafts } = openDevice();
    const losses: 'call'[] = [];
    const { server } = openServer(() => losses.shift() ?? 'nothing');
    const asked: (boolean | undefined)[] = [];
    const d = deps(store, {
      ...server,
      save: async (formId, filled) => {
        if (losses.length === 0) asked.push(filled.begunOffline);
        if (losses.length === 0 && filled.begunOffline !== true) {
          throw new Refusal(507, { code: 'answers-full', message: 'full' });
        }
        return await server.save(formId, filled);
      },
    });
    await sendDraft(FORM, d);
    await store.update(FORM, (draft) => change(draft, new Map([['site', 'North']]), d.now()));
    if (isOffline) losses.push('call');
    if (isOffline) assert.equal(await sendDraft(FORM, d), 'later');
    const outcome = await sendDraft(FORM, d);
    assert.equal(outcome, isOffline ? 'sent' : 'later');
    assert.equal(drafts.get(FORM)?.problem?.code, isOffline ? undefined : 'answers-full');
    assert.equal(asked.at(-1) === true, isOffline);
    assert.equal(asked.length, isOffline ? 2 : 1, 'sent once more, and not for ever');
    if (isOffline) assert.equal(drafts.get(FORM)?.begunOffline, undefined, 'once');
  }
});
