// A device with a bad network and a server that keeps its promises: whatever gets lost on the way, in either direction,
// the server has everything in the end, exactly once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Fault } from '#web/api/answer-fault.ts';
import { completing } from '#web/offline/completing.ts';
import { change, chosen, nextStep } from '#web/offline/drafts.ts';
import { tryAgain } from '#web/offline/next-attempt.ts';
import { type FormServer, Refusal, sendAll, sendDraft } from '#web/offline/send.ts';
import { deps, FORM, fileOf, idsIn, openDevice, openServer } from '../support/offline-device.ts';

type Event =
  | { readonly type: 'type' | 'other'; readonly field: string; readonly text: string }
  | { readonly type: 'photo'; readonly id: string }
  | { readonly type: 'send' };

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    type: fc.constantFrom('type' as const, 'other' as const),
    field: fc.constantFrom('site', 'notes', 'weather'),
    text: fc.string({ maxLength: 3 }),
  }),
  fc.record({ type: fc.constant('photo' as const), id: fc.constantFrom('p1', 'p2', 'p3') }),
  fc.record({ type: fc.constant('send' as const) }),
);

/** `day`: there is no network for a day, after which the server removes the files that no answer names. */
type Loss = 'nothing' | 'call' | 'answer' | 'day';

/** One user's device, the changes of others meanwhile, and the steps to a common end. */
function openWorld(losses: readonly Loss[]) {
  const queue = [...losses];
  const lose = () => {
    const lost = queue.shift() ?? 'nothing';
    if (lost !== 'day') return lost;
    const kept = forms.get(FORM);
    const named = new Set(idsIn(kept?.answers ?? {}));
    for (const id of kept?.files ?? []) if (!named.has(id)) kept?.files.delete(id);
    return 'call';
  };
  const { drafts, files, store } = openDevice();
  const { server, forms, events } = openServer(lose);
  const d = deps(store, server);
  const typed = new Map<string, string>();
  const others = new Map<string, string>();
  const set = (field: string, value: unknown) =>
    store.update(FORM, (draft) => change(draft, new Map([[field, value]]), d.now()));
  const send = async () => {
    d.pass();
    await sendAll(d);
    const mine = new Map(['site', 'notes', 'weather'].map((f) => [f, 'mine'] as const));
    await store.update(FORM, (draft) => chosen(draft, mine, d.now()));
  };
  const acts = {
    send,
    type: async ({ field, text }: { field: string; text: string }) => {
      await set(field, text);
      typed.set(field, text);
    },
    photo: async ({ id }: { id: string }) => {
      files.set(id, files.get(id) ?? fileOf(id));
      await set(
        'photo',
        [...files.keys()].map((each) => ({ id: each, type: 'image/jpeg' })),
      );
    },
    other: async ({ field, text }: { field: string; text: string }) => {
      const kept = forms.get(FORM);
      if (kept === undefined) return;
      others.set(field, text);
      Object.assign(kept, {
        answers: { ...kept.answers, [field]: text },
        revision: kept.revision + 1,
      });
    },
  };
  const finish = async () => {
    queue.push('answer', 'call', 'answer');
    for (let i = 0; i < 80 && drafts.size > 0; i += 1) {
      await store.update(FORM, (draft) => ({ ...tryAgain(draft), wantsCompletion: true }));
      await send();
    }
  };
  const act = (event: Event): Promise<void> => {
    if (event.type === 'send') return acts.send();
    return event.type === 'photo' ? acts.photo(event) : acts[event.type](event);
  };
  return { act, finish, drafts, files, forms, events, typed, others };
}

test('a form is said to be begun offline when the service could not be reached, and only then', async () => {
  for (const loss of ['nothing', 'call'] as const) {
    const { drafts, store } = openDevice();
    const losses: ('nothing' | 'call')[] = [loss];
    const { server } = openServer(() => losses.shift() ?? 'nothing');
    const asked: (boolean | undefined)[] = [];
    const d = deps(store, {
      ...server,
      create: (draft) => {
        asked.push(draft.begunOffline);
        return server.create(draft);
      },
    });
    await sendDraft(FORM, d);
    if (loss === 'call') await sendDraft(FORM, d);
    assert.deepEqual(asked, loss === 'call' ? [undefined, true] : [undefined]);
    assert.ok(drafts.get(FORM)?.base);
  }
});

test('whatever the network loses and others change, the server gets everything that was typed, one form and one completion', async () => {
  const lost = fc.constantFrom<Loss[]>('nothing', 'nothing', 'call', 'answer', 'day');
  const run = async (events: readonly Event[], losses: readonly Loss[]) => {
    const world = openWorld(losses);
    for (const event of events) await world.act(event);
    const photos = [...world.files.keys()].toSorted();
    await world.finish();
    assert.equal(world.drafts.size, 0, 'the local copy goes when all is confirmed');
    const kept = world.forms.get(FORM);
    assert.ok(kept);
    assert.equal(kept.status, 'complete');
    assert.deepEqual([...kept.files].toSorted(), photos);
    assert.deepEqual(idsIn(kept.answers).toSorted(), photos);
    const own = [...world.typed].filter(([field]) => !world.others.has(field));
    for (const [field, text] of own) assert.equal(kept.answers[field], text, field);
    const only = [...world.others].filter(([field]) => !world.typed.has(field));
    for (const [field, text] of only) assert.equal(kept.answers[field], text, field);
    assert.deepEqual(world.events, ['created', 'completed']);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 25 }), fc.array(lost, { maxLength: 60 }), run),
    { numRuns: 300 },
  );
});

test('what others changed in another answer comes in; in the same answer somebody is asked, and sending waits', async () => {
  const { store } = openDevice();
  const { server, forms } = openServer(() => 'nothing');
  const d = deps(store, server);
  const type = (field: string, text: string) =>
    store.update(FORM, (draft) => change(draft, new Map([[field, text]]), d.now()));
  await type('site', 'North');
  assert.equal(await sendDraft(FORM, d), 'sent');
  const kept = forms.get(FORM);
  assert.ok(kept);
  Object.assign(kept, { answers: { site: 'South', notes: 'wet' }, revision: 9 });
  await type('weather', 'rain');
  assert.equal(await sendDraft(FORM, d), 'sent');
  assert.deepEqual(kept.answers, { site: 'South', notes: 'wet', weather: 'rain' });

  Object.assign(kept, { answers: { ...kept.answers, site: 'East' }, revision: 20 });
  await type('site', 'West');
  assert.equal(await sendDraft(FORM, d), 'stopped');
  const asked = await store.draft(FORM);
  assert.deepEqual(asked?.conflict?.fields, [{ field: 'site', mine: 'West', theirs: 'East' }]);
  assert.equal(asked?.answers['site'], 'West');
  assert.equal(kept.answers['site'], 'East');
  await store.update(FORM, (draft) => chosen(draft, new Map([['site', 'theirs']]), d.now()));
  assert.equal(await sendDraft(FORM, d), 'sent');
  assert.equal(kept.answers['site'], 'East');
  assert.equal((await store.draft(FORM))?.answers['site'], 'East');
});

test('a question that nobody has decided yet wakes the device no more, and what waits for its time still does', async () => {
  const { store, drafts } = openDevice();
  const losses: 'call'[] = [];
  const { server, forms } = openServer(() => losses.shift() ?? 'nothing');
  const d = deps(store, server);
  const type = (text: string) =>
    store.update(FORM, (draft) => change(draft, new Map([['site', text]]), d.now()));
  await type('North');
  await sendAll(d);
  await type('West');
  losses.push('call');
  const { nextAt = 0 } = await sendAll(d);
  assert.ok(nextAt > d.now());
  Object.assign(forms.get(FORM) ?? assert.fail(), { answers: { site: 'East' }, revision: 9 });
  d.pass();
  assert.deepEqual(await sendAll(d), { nextAt: undefined, isSignedOut: false });
  const asked = drafts.get(FORM) ?? assert.fail();
  assert.equal(asked.conflict?.fields.length, 1);
  // Kept by a version that left the time of the last attempt with the question.
  drafts.set(FORM, { ...asked, notBefore: 1, failures: 1 });
  const OTHER = 'f0000000-0000-4000-8000-000000000002';
  const soon = d.now() + 500;
  drafts.set(OTHER, { ...asked, formId: OTHER, conflict: undefined, notBefore: soon });
  assert.deepEqual(await sendAll(d), { nextAt: soon, isSignedOut: false });
});

test('what others typed before a device heard that its form is there stays; in the same answer somebody is asked', async () => {
  const { store, drafts } = openDevice();
  const losses: 'answer'[] = ['answer'];
  const { server, forms } = openServer(() => losses.shift() ?? 'nothing');
  const THERE = { latitude: 48.1, longitude: 11.6 };
  const d = deps(store, {
    ...server,
    create: async (draft) => ({ ...(await server.create(draft)), location: THERE }),
  });
  const answers = { weather: 'rain', site: 'North', crew: 3 };
  for (const [field, value] of Object.entries(answers)) {
    await store.update(FORM, (draft) => change(draft, new Map([[field, value]]), d.now()));
  }
  assert.equal(await sendDraft(FORM, d), 'later');
  const kept = forms.get(FORM) ?? assert.fail('the form is not created');
  Object.assign(kept, { answers: { notes: 'wet', site: 'South', crew: 3 }, revision: 2 });
  assert.equal(await sendDraft(FORM, d), 'stopped');
  assert.deepEqual(drafts.get(FORM)?.conflict?.fields, [
    { field: 'site', mine: 'North', theirs: 'South' },
  ]);
  assert.deepEqual(kept.answers, { notes: 'wet', site: 'South', crew: 3 });
  await store.update(FORM, (draft) => chosen(draft, new Map([['site', 'theirs']]), d.now()));
  assert.equal(await sendDraft(FORM, d), 'sent');
  assert.deepEqual(kept.answers, { ...answers, notes: 'wet', site: 'South' });
  assert.deepEqual(drafts.get(FORM)?.answers, kept.answers);
  assert.deepEqual(drafts.get(FORM)?.location, THERE);
});

test('a refusal keeps everything, says why, and is tried again when something is typed or somebody asks', async () => {
  const { store } = openDevice();
  const { server, forms } = openServer(() => 'nothing');
  let isRefusing = true;
  // The fault names no answer, because all of them together are too large.
  const faults: readonly Fault[] = [];
  const d = deps(store, {
    ...server,
    save: async (...args) => {
      if (isRefusing) throw new Refusal(422, { code: 'invalid-answers', message: 'no', faults });
      return await server.save(...args);
    },
  });
  await store.update(FORM, (draft) => change(draft, new Map([['site', 7]]), 5));
  assert.equal(await sendDraft(FORM, d), 'stopped');
  const stopped = await store.draft(FORM);
  assert.deepEqual(stopped?.problem, {
    code: 'invalid-answers',
    text: 'no',
    step: 'save',
    fileId: undefined,
    faults,
    at: 1,
  });
  assert.equal(stopped?.answers['site'], 7);
  assert.equal(await sendDraft(FORM, d), 'stopped', 'not by itself');
  isRefusing = false;
  await store.update(FORM, (draft) => change(draft, new Map([['site', 'North']]), 6));
  assert.equal(await sendDraft(FORM, d), 'sent');
  assert.deepEqual(forms.get(FORM)?.answers, { site: 'North' });
});

test('who was signed out, or is somebody else, sends nothing and loses nothing', async () => {
  const { store } = openDevice();
  const { server } = openServer(() => 'nothing');
  const out = async () => {
    throw new Refusal(401, { code: 'session-ended' });
  };
  const d = deps(store, { ...server, create: out });
  await store.update(FORM, (draft) => change(draft, new Map([['site', 'North']]), 5));
  assert.deepEqual(await sendAll(d), { nextAt: undefined, isSignedOut: true });
  assert.equal((await store.draft(FORM))?.answers['site'], 'North');
  assert.deepEqual(await sendAll(deps(store, server)), { nextAt: undefined, isSignedOut: false });
});

test('without a network each attempt waits longer than the one before, up to five minutes', async () => {
  const { store } = openDevice();
  const { server } = openServer(() => 'call');
  const d = deps(store, server);
  await store.update(FORM, (draft) => change(draft, new Map([['site', 'North']]), 5));
  const waits: number[] = [];
  for (let i = 0; i < 12; i += 1) {
    d.pass();
    const { nextAt = 0 } = await sendAll(d);
    waits.push(nextAt - d.now());
  }
  assert.deepEqual(waits.slice(0, 3), [750, 1500, 3000]);
  assert.ok(waits.every((wait, i) => wait >= (waits[i - 1] ?? 0)));
  assert.equal(waits.at(-1), 225_000);
});

test('a clock that was set back by a month holds nothing up', async () => {
  const { store, drafts } = openDevice();
  const { server, forms } = openServer(() => 'nothing');
  const d = deps(store, server);
  const before = drafts.get(FORM) ?? assert.fail();
  drafts.set(FORM, { ...before, failures: 1, notBefore: d.now() + 30 * 86_400_000 });
  assert.deepEqual(await sendAll(d), { nextAt: undefined, isSignedOut: false });
  assert.ok(forms.has(FORM), 'it was sent');
});

test('the server learns how long ago the form was completed here, however late it is sent', async () => {
  const { store, drafts } = openDevice();
  const online = openServer(() => 'nothing').server;
  const told: unknown[] = [];
  const server: FormServer = {
    ...online,
    complete: async (formId, revision, msAgo) => {
      if (told.push(msAgo) === 1) throw new Refusal(0, { code: 'offline' });
      await online.complete(formId, revision, msAgo);
    },
  };
  const d = deps(store, server);
  await store.update(FORM, (draft) => completing(draft, d.now()));
  d.pass();
  // Pressing the button again while it waits does not make it later.
  await store.update(FORM, (draft) => completing(draft, d.now()));
  await sendAll(d);
  d.pass();
  await sendAll(d);
  assert.deepEqual(told, [1_000_000, 2_000_000]);
  assert.equal(drafts.size, 0);
});

test('a form that was changed before it was completed again counts from then', () => {
  const draft = { ...(openDevice().drafts.get(FORM) ?? assert.fail()), wantsCompletion: false };
  const before = completing(draft, 1);
  const changed = change(before, new Map([['site', 'Dam']]), 5);
  assert.equal(completing(changed, 9).completedAt, 9);
});

test('what is typed after completing was asked for is not sent into a complete form unseen', async () => {
  const { store, drafts } = openDevice();
  const { server } = openServer(() => 'nothing');
  const d = deps(store, {
    ...server,
    complete: async (...args) => {
      await server.complete(...args);
      await store.update(FORM, (draft) => change(draft, new Map([['site', 'late']]), 9));
    },
  });
  await store.update(FORM, (draft) => ({ ...draft, wantsCompletion: true }));
  await sendDraft(FORM, d);
  const kept = drafts.get(FORM);
  assert.equal(kept?.answers['site'], 'late');
  assert.equal(kept?.problem?.code, 'form-state');
  assert.equal(kept && nextStep(kept, []), undefined);
});

test('a form whose progress the device cannot store is tried again later, and the others are sent meanwhile', async () => {
  const OTHER = 'f0000000-0000-4000-8000-000000000002';
  const { store, drafts } = openDevice();
  const { server, forms } = openServer(() => 'nothing');
  drafts.set(OTHER, { ...(drafts.get(FORM) ?? assert.fail()), formId: OTHER, changedAt: 2 });
  let isFull = true;
  const d = deps(
    {
      ...store,
      update: async (formId, to) => {
        if (isFull && formId === FORM) throw new DOMException('full', 'QuotaExceededError');
        return await store.update(formId, to);
      },
    },
    server,
  );
  assert.deepEqual(await sendAll(d), { nextAt: d.now() + 60_000, isSignedOut: false });
  assert.equal(drafts.get(OTHER)?.base?.revision, 1);
  assert.equal(drafts.get(FORM)?.base, undefined);
  isFull = false;
  assert.deepEqual(await sendAll(d), { nextAt: undefined, isSignedOut: false });
  assert.equal(drafts.get(FORM)?.base?.revision, 1);
  assert.equal(forms.size, 2);
});
