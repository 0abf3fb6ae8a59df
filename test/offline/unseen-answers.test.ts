// Somebody types into a field that does not show the answer of another person yet, because it has the focus. Whatever
// the sender is doing at that moment, the other answer is replaced only by somebody who has seen it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Draft } from '#web/offline/draft.ts';
import { change, chosen } from '#web/offline/drafts.ts';
import type { Answers } from '#web/offline/merge.ts';
import { sendAll } from '#web/offline/send.ts';
import { takeIn } from '#web/offline/take-in.ts';
import { deps, FORM, openDevice, openServer } from '../support/offline-device.ts';
import { casesOf } from '../support/timing.ts';

/**
 * A device with a screen that is never left on its own, and another person. Between any two steps of the sender `pause`
 * acts; `lose` decides whether the network loses a request or its answer.
 */
function openWorld(
  pause: () => Promise<void>,
  lose: () => 'nothing' | 'call' | 'answer' = () => 'nothing',
) {
  const { drafts, store } = openDevice();
  const { server, forms } = openServer(lose);
  let seen: Answers = {};
  /** Each answer in the field that the person has seen, on the screen or in a question, or has typed. */
  const known = new Set<unknown>([undefined]);
  const overwritten: unknown[] = [];
  const kept = () => forms.get(FORM) ?? assert.fail('the form is not created');
  const draft = (): Draft => drafts.get(FORM) ?? assert.fail('the draft is gone');
  const paused = async <T>(act: () => Promise<T>): Promise<T> => {
    await pause();
    try {
      return await act();
    } finally {
      await pause();
    }
  };
  const d = deps(
    {
      ...store,
      draft: (formId) => paused(() => store.draft(formId)),
      update: (formId, to) => paused(() => store.update(formId, to)),
    },
    {
      ...server,
      save: (formId, filled) =>
        paused(async () => {
          const before = kept().answers['tel'];
          try {
            return await server.save(formId, filled);
          } finally {
            if (kept().answers['tel'] !== before && !known.has(before)) overwritten.push(before);
          }
        }),
    },
  );
  const write = async (field: string, value: string) => {
    const page = { seen, unread: {} };
    await store.update(FORM, (was) => change(was, new Map([[field, value]]), d.now(), page));
    seen = { ...seen, [field]: value };
  };
  /** The screen shows what the draft has, also in the field. */
  const leave = async () => {
    seen = draft().answers;
    known.add(seen['tel']);
  };
  return {
    overwritten,
    draft,
    stored: () => kept().answers,
    type: async () => {
      const value = `${seen['tel'] ?? ''}5`;
      known.add(value);
      await write('tel', value);
    },
    typeBeside: (text: string) => write('before', text),
    answer: async (field: string, value: string) => {
      const { answers, revision } = kept();
      Object.assign(kept(), { answers: { ...answers, [field]: value }, revision: revision + 1 });
    },
    leave,
    read: () => takeIn({ store }, { ...detailOf(kept()), status: 'draft' }),
    /** Decides a question. @returns whether there was one */
    choose: async (side: 'mine' | 'theirs') => {
      const { conflict } = draft();
      if (conflict === undefined) return false;
      for (const { field, theirs } of conflict.fields) if (field === 'tel') known.add(theirs);
      const choices = new Map([
        ['tel', side],
        ['before', side],
      ]);
      await store.update(FORM, (was) => chosen(was, choices, d.now()));
      await leave();
      return true;
    },
    send: async () => {
      d.pass();
      await sendAll(d);
    },
  };
}

const detailOf = (kept: { readonly revision: number; readonly answers: Answers }) => ({
  ...kept,
  id: FORM,
  name: 'Pier',
  template: { id: 't1' },
  versionNumber: 1,
  definition: {},
});

test('an answer that came in while its field had the focus is asked about, at whatever moment of sending a key is pressed', async () => {
  for (let moment = 1, hasPressed = true; hasPressed; moment += 1) {
    let left = Number.POSITIVE_INFINITY;
    const world = openWorld(async () => {
      left -= 1;
      if (left === 0) await world.type();
    });
    await world.type();
    await world.send();
    await world.answer('tel', '0992');
    await world.typeBeside('beside');
    left = moment;
    await world.send();
    hasPressed = left <= 0;
    await world.type();
    await world.send();
    const told = `a key in moment ${moment}`;
    assert.equal(world.stored()['tel'], '0992', told);
    assert.deepEqual(
      world.draft().conflict?.fields.map(({ field, theirs }) => [field, theirs]),
      [['tel', '0992']],
      told,
    );
    assert.ok(await world.choose('theirs'));
    await world.send();
    assert.deepEqual(world.stored(), { tel: '0992', before: 'beside' }, told);
    assert.deepEqual(world.draft().answers, world.stored(), told);
  }
});

type World = ReturnType<typeof openWorld>;

/** What happens in the middle of sending; each is told its place in the order, so that no text is there twice. */
const ACTS = {
  type: ({ type }: World) => type(),
  typeBeside: ({ typeBeside }: World, n: number) => typeBeside(`here ${n}`),
  answer: ({ answer }: World, n: number) => answer('tel', `there ${n}`),
  answerBeside: ({ answer }: World, n: number) => answer('before', `there ${n}`),
  leave: ({ leave }: World) => leave(),
  read: ({ read }: World) => read(),
  mine: ({ choose }: World) => choose('mine'),
  theirs: ({ choose }: World) => choose('theirs'),
} as const;
type Act = keyof typeof ACTS;

test('no answer is replaced by somebody who has not seen it, in any order of keys, saves and answers of others', async () => {
  const run = async (
    pauses: readonly (readonly Act[])[],
    losses: readonly ('nothing' | 'call' | 'answer')[],
  ) => {
    const queue: (readonly Act[])[] = [];
    const lost: ('nothing' | 'call' | 'answer')[] = [];
    let count = 0;
    const take = async (act: Act): Promise<void> => {
      count += 1;
      await ACTS[act](world, count);
    };
    const world = openWorld(
      async () => {
        for (const act of queue.shift() ?? []) await take(act);
      },
      () => lost.shift() ?? 'nothing',
    );
    await world.send();
    queue.push(...pauses);
    lost.push(...losses);
    while (queue.length > 0) {
      await take('typeBeside');
      await world.send();
      await world.choose(count % 2 === 0 ? 'mine' : 'theirs');
    }
    for (let i = 0; i < 40; i += 1) {
      await world.send();
      await world.choose('mine');
    }
    await world.read();
    assert.deepEqual(world.overwritten, []);
    assert.deepEqual(world.draft().answers, world.stored());
  };
  const acts = fc.constantFrom(...(Object.keys(ACTS) as Act[]));
  const loss = fc.constantFrom('nothing' as const, 'call' as const, 'answer' as const);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(acts, { maxLength: 3 }), { maxLength: 40 }),
      fc.array(loss, { maxLength: 12 }),
      run,
    ),
    { numRuns: casesOf({ daily: 250, nightly: 1000 }) },
  );
});
