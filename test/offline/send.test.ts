// A device with a bad network against a server that keeps its promises: whatever is lost on the way, in
// whichever direction, the server has everything in the end, once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  change,
  chosen,
  type Draft,
  nextStep,
  type StoredFile,
  tryAgain,
} from '../../web/src/offline/drafts.ts';
import { type Answers, isEqual } from '../../web/src/offline/merge.ts';
import {
  type DraftStore,
  type FormServer,
  Refusal,
  type SendDeps,
  sendAll,
  sendDraft,
} from '../../web/src/offline/send.ts';

const FORM = 'f0000000-0000-4000-8000-000000000001';

const newDraft = (): Draft => ({
  formId: FORM,
  name: 'Pier',
  templateId: 't1',
  versionNumber: 1,
  definition: {},
  base: undefined,
  sent: undefined,
  answers: {},
  edits: 0,
  wantsCompletion: false,
  conflict: undefined,
  problem: undefined,
  failures: 0,
  notBefore: 0,
  changedAt: 1,
});

const fileOf = (id: string): StoredFile => ({
  id,
  formId: FORM,
  field: 'photo',
  name: `${id}.jpg`,
  type: 'image/jpeg',
  size: 3,
  bytes: new Blob(['jpg']),
  isSent: false,
});

/** As the device keeps it, without the disk. */
function openDevice() {
  const drafts = new Map<string, Draft>([[FORM, newDraft()]]);
  const files = new Map<string, StoredFile>();
  const store: DraftStore = {
    drafts: async () => [...drafts.values()],
    draft: async (formId) => drafts.get(formId),
    update: async (formId, to) => {
      const draft = drafts.get(formId);
      if (draft !== undefined) drafts.set(formId, to(draft));
      return drafts.get(formId);
    },
    files: async () => [...files.values()],
    file: async (id) => files.get(id),
    markSent: async (id) => {
      const file = files.get(id);
      if (file !== undefined) files.set(id, { ...file, isSent: true });
    },
    remove: async (formId, edits) => {
      if (drafts.get(formId)?.edits !== edits) return false;
      drafts.delete(formId);
      files.clear();
      return true;
    },
  };
  return { drafts, files, store };
}

interface Kept {
  revision: number;
  answers: Answers;
  status: 'draft' | 'complete';
  readonly files: Set<string>;
}

/** What issue 6 promises of /app/v1/forms. `lose` says what becomes of the next call. */
function openServer(lose: () => 'nothing' | 'call' | 'answer') {
  const forms = new Map<string, Kept>();
  const events: string[] = [];
  const form = (id: string): Kept => {
    const found = forms.get(id);
    if (found === undefined) throw new Refusal(404, { code: 'not-found' });
    return found;
  };
  const over = async <T>(act: () => T): Promise<T> => {
    const lost = lose();
    if (lost === 'call') throw new Refusal(0, { code: 'offline' });
    const answer = act();
    if (lost === 'answer') throw new Refusal(0, { code: 'offline' });
    return answer;
  };
  const detail = (id: string) => {
    const { revision, answers } = form(id);
    const rest = { name: 'Pier', template: { id: 't1' }, versionNumber: 1, definition: {} };
    return { id, revision, answers, ...rest };
  };
  const server: FormServer = {
    create: ({ formId }) =>
      over(() => {
        if (!forms.has(formId)) {
          forms.set(formId, { revision: 1, answers: {}, status: 'draft', files: new Set() });
          events.push('created');
        }
        return detail(formId);
      }),
    save: (formId, { revision, answers }) =>
      over(() => ({ revision: saveTo(form(formId), revision, answers) })),
    upload: ({ id, formId }) =>
      over(() => {
        form(formId).files.add(id);
      }),
    complete: (formId, revision) =>
      over(() => {
        const kept = form(formId);
        if (kept.status === 'complete') return;
        if (kept.revision !== revision) throw new Refusal(412, { code: 'precondition-failed' });
        Object.assign(kept, { status: 'complete', revision: kept.revision + 1 });
        events.push('completed');
      }),
    read: (formId) => over(() => detail(formId)),
  };
  return { forms, events, server };
}

/** @returns the revision that it has then */
function saveTo(kept: Kept, revision: number, answers: Answers): number {
  if (kept.status === 'complete') throw new Refusal(409, { code: 'form-state' });
  const isSame = isEqual(kept.answers, answers);
  if (kept.revision !== revision && !(isSame && kept.revision === revision + 1)) {
    const current = { revision: kept.revision, answers: kept.answers };
    throw new Refusal(412, { code: 'precondition-failed', current });
  }
  if (!idsIn(answers).every((id) => kept.files.has(id))) {
    throw new Refusal(422, { code: 'invalid-answers' });
  }
  if (!isSame) Object.assign(kept, { answers, revision: kept.revision + 1 });
  return kept.revision;
}

const idsIn = (answers: Answers): readonly string[] => {
  const { photo } = answers;
  return Array.isArray(photo) ? photo.map(({ id }) => id) : [];
};

function deps(store: DraftStore, server: FormServer): SendDeps & { pass(): void } {
  let now = 1;
  return {
    store,
    server,
    now: () => now,
    share: () => 0.5,
    pass: () => {
      now += 1_000_000;
    },
  };
}

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

/** One person's device, what others do meanwhile, and how both come to the same end. */
function openWorld(losses: readonly ('nothing' | 'call' | 'answer')[]) {
  const queue = [...losses];
  const { drafts, files, store } = openDevice();
  const { server, forms, events } = openServer(() => queue.shift() ?? 'nothing');
  const d = deps(store, server);
  const typed = new Map<string, string>();
  const others = new Set<string>();
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
      others.add(field);
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

test('whatever the network loses, the server gets everything that was typed, one form and one completion', async () => {
  const lost = fc.constantFrom('nothing' as const, 'call' as const, 'answer' as const);
  const run = async (
    events: readonly Event[],
    losses: readonly ('nothing' | 'call' | 'answer')[],
  ) => {
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

test('a refusal keeps everything, says why, and is tried again when something is typed or somebody asks', async () => {
  const { store } = openDevice();
  const { server, forms } = openServer(() => 'nothing');
  let isRefusing = true;
  const faults = [{ at: 'site', text: 'The site is missing.' }];
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
