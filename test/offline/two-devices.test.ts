// Two devices fill in one form over the real service, online and offline in a random order, while its template and
// the list that a field chooses from change:
// no typed answer is lost, and none is there that nobody typed.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Draft } from '#web/offline/draft.ts';
import { change, chosen, type ServerForm } from '#web/offline/drafts.ts';
import { isRecord } from '#web/offline/merge.ts';
import { type FormServer, Refusal, sendAll } from '#web/offline/send.ts';
import { takeIn, UNTOUCHED } from '#web/offline/take-in.ts';
import { adminBrowser, type Browser } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { LIST_SHAPE } from '../support/lists.ts';
import { deps, openDevice } from '../support/offline-device.ts';
import { between, oneOf, type Random, seeded } from '../support/seeded.ts';
import { casesOf } from '../support/timing.ts';

const RUNS = casesOf({ daily: 4, nightly: 8, deep: 200 });
const STEPS = 25;
const FIELDS = ['site', 'notes', 'crew', 'part'] as const;
type Field = (typeof FIELDS)[number];

/** A row of the list, as a device knows it. */
interface Part {
  readonly key: string;
  readonly label: string;
  readonly seq: number;
}

type Network = 'on' | 'off' | 'loses-answers';

/** The fields of a version: one of them comes and goes, and the title of another changes. */
const definitionOf = (version: number, list: string) =>
  buildTemplate([
    { kind: 'text', name: 'site', title: `Site, version ${version}` },
    { kind: 'comment', name: 'notes', title: 'Notes' },
    ...(version % 2 === 1 ? [{ kind: 'text' as const, name: 'crew', title: 'Crew' }] : []),
    { kind: 'sharedlist', name: 'part', title: 'Part', more: { list } },
  ]);

forOneEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  let list: string;
  let published = 1;
  let listed = 0;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const shape = { name: 'Parts', ...LIST_SHAPE };
    list = String(done(await admin.send('POST', '/app/v1/lists', { body: shape })).at('id'));
    await changeList();
    const body = { name: 'Inspection', definition: definitionOf(1, list) };
    templateId = String(done(await admin.send('POST', '/app/v1/templates', { body })).at('id'));
    await publish();
  });
  after(() => node.close());

  const done = (answer: Answer): Answer => {
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  const publish = async () =>
    done(await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} }));
  const changeTemplate = async () => {
    published += 1;
    const body = { definition: definitionOf(published, list) };
    done(await admin.send('PATCH', `/app/v1/templates/${templateId}`, { body }));
    await publish();
  };

  /** Renames a part, adds one and takes one away; each name is there once. */
  const changeList = async () => {
    listed += 1;
    const rows = [
      { code: 'bolt', title: `Bolt, as of ${listed}` },
      { code: `n${listed}`, title: `Nut ${listed}` },
    ];
    const deactivate = listed > 1 ? [`n${listed - 1}`] : [];
    const body = { rows, deactivate };
    done(await admin.send('POST', `/app/v1/lists/${list}/rows`, { body }));
  };
  const partsNow = async (): Promise<readonly Part[]> => {
    const found = done(await admin.send('GET', `/app/v1/lists/${list}/rows`)).at('items');
    assert.ok(Array.isArray(found));
    return found.map(({ key, label, seq }) => ({ key, label, seq }));
  };

  /** The requests of the app, over a network that answers, does not answer, or loses the answer of the server. */
  function serverOver(network: () => Network): FormServer {
    const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
      if (network() === 'off') throw new Refusal(0, { code: 'offline' });
      const answer = await admin.send(method, `/app/v1/forms${path}`, body && { body });
      if (network() === 'loses-answers') throw new Refusal(0, { code: 'offline' });
      if (answer.status < 300) return answer;
      const current = answer.at('current');
      throw new Refusal(answer.status, {
        code: String(answer.at('code')),
        message: answer.text,
        faults: faultsIn(answer.at('faults')),
        ...(isRecord(current) && { current: current as never }),
      });
    };
    const opened = async (answer: Promise<Answer>) => (await answer).body as ServerForm;
    return {
      create: ({ formId, templateId: from, versionNumber }) =>
        opened(ask('POST', '', { id: formId, templateId: from, versionNumber })),
      save: async (formId, { revision, answers }) => ({
        revision: Number((await ask('PATCH', `/${formId}`, { revision, answers })).at('revision')),
      }),
      upload: async () => assert.fail('there are no files here'),
      complete: async (formId, revision) => {
        await ask('POST', `/${formId}/complete`, { revision });
      },
      read: (formId) => opened(ask('GET', `/${formId}`)),
    };
  }

  /** A device of a person who works on the form. Its first draft, if any, was begun on it. */
  function openPerson(name: string, formId: string, first: Draft | undefined, random: Random) {
    const { drafts, store } = openDevice();
    drafts.clear();
    if (first !== undefined) drafts.set(formId, first);
    let network: Network = 'off';
    const server = serverOver(() => network);
    const d = deps(store, server);
    const typed = new Map<Field, unknown>();
    let parts: readonly Part[] = [];
    const choose = async (side: () => 'mine' | 'theirs') => {
      const choices = new Map(FIELDS.map((field) => [field as string, side()]));
      await store.update(formId, (draft) => chosen(draft, choices, d.now()));
    };
    return {
      typed,
      draft: () => drafts.get(formId),
      go: (to: Network) => {
        network = to;
      },
      async type(text: string) {
        const draft = drafts.get(formId);
        if (draft === undefined) return;
        const known = FIELDS.filter((each) =>
          JSON.stringify(draft.definition).includes(`"${each}"`),
        );
        const field = oneOf(random, known as [Field, ...Field[]]);
        const value = field === 'part' ? oneOf(random, parts as never) : `${name} ${text}`;
        typed.set(field, value);
        await store.update(formId, (was) => change(was, new Map([[field, value]]), d.now()));
      },
      async send() {
        d.pass();
        await sendAll(d);
      },
      /** Keeps the rows of the list, as they are now, on the device. */
      async know() {
        parts = await partsNow();
      },
      /** As when the form is opened, or kept ahead. */
      async read() {
        if (network === 'on') await this.know();
        try {
          await takeIn({ store }, { ...(await server.read(formId)), status: 'draft' });
        } catch (error) {
          if (!(error instanceof Refusal)) throw error; // no network, or no such form yet
        }
      },
      choose,
    };
  }
  type Person = ReturnType<typeof openPerson>;

  const networks = ['on', 'off', 'loses-answers'] as const;
  const step = async (person: Person, random: Random, n: number): Promise<void> => {
    const dice = between(random, 1, 10);
    if (dice <= 4) await person.type(String(n));
    else if (dice <= 6) await person.send();
    else if (dice === 7) await person.read();
    else if (dice === 8) await person.choose(() => oneOf(random, ['mine', 'theirs']));
    else if (dice === 9) person.go(oneOf(random, networks));
    else if (random() < 0.5) await changeList();
    else await changeTemplate();
  };

  /** Before the first one hears that the form is there, the second one answers: what nobody is asked about stays. */
  const beginApart = async ([first, second]: readonly [Person, Person], formId: string) => {
    await first.type('first');
    first.go('loses-answers');
    await first.send();
    second.go('on');
    await second.read();
    for (const text of ['second', 'third']) await second.type(text);
    await second.send();
    first.go('on');
    await first.send();
    const stored = done(await admin.send('GET', `/app/v1/forms/${formId}`)).at('answers');
    assert.ok(isRecord(stored));
    for (const [field, value] of second.typed) assert.deepEqual(asTyped(stored[field]), value);
  };

  const run = async (seed: number): Promise<void> => {
    const random = seeded(seed);
    const formId = randomUUID();
    const begun: Draft = {
      ...UNTOUCHED,
      formId,
      name: 'Inspection',
      templateId,
      versionNumber: published,
      definition: definitionOf(published, list),
      base: undefined,
      answers: {},
      changedAt: 1,
    };
    const people = [
      openPerson('A', formId, begun, random),
      openPerson('B', formId, undefined, random),
    ] as const;
    for (const person of people) await person.know();
    if (seed % 2 === 0) await beginApart(people, formId);
    for (let n = 0; n < STEPS; n += 1) await step(oneOf(random, people as never), random, n);
    for (let round = 0; round < 4; round += 1) {
      for (const person of people) {
        person.go('on');
        await person.choose(() => 'mine');
        await person.send();
        await person.read();
      }
    }
    await assertKept(formId, people, `seed ${seed}`);
  };

  /** Each answer is the last one of a device, and both devices have what the service has. */
  const assertKept = async (formId: string, people: readonly Person[], seed: string) => {
    const stored = done(await admin.send('GET', `/app/v1/forms/${formId}`)).at('answers');
    assert.ok(isRecord(stored));
    const context = `${seed}: ${JSON.stringify([stored, ...people.map(({ typed }) => [...typed])])}`;
    for (const field of FIELDS) {
      const last = people.flatMap(({ typed }) => typed.get(field) ?? []);
      const expected: readonly unknown[] = last.length === 0 ? [undefined] : last;
      assert.ok(
        expected.some((each) => isDeepStrictEqual(each, asTyped(stored[field]))),
        context,
      );
    }
    for (const { draft } of people) {
      if (draft() !== undefined)
        assert.deepEqual(allAsTyped(draft()?.answers), allAsTyped(stored), context);
    }
  };

  test(`nothing typed is lost and nothing invented, in ${RUNS} orders of events`, async () => {
    for (let seed = 1; seed <= RUNS; seed += 1) await run(seed);
  });
});

/** An answer without the mark that its row has been taken away since. */
function asTyped(answer: unknown): unknown {
  if (!isRecord(answer)) return answer;
  const { inactive: _, ...typed } = answer;
  return typed;
}

const allAsTyped = (answers: object = {}) =>
  Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, asTyped(answer)]));

function faultsIn(value: unknown): Refusal['faults'] {
  if (!Array.isArray(value)) return [];
  return value.map((each) => ({ at: String(each.at), text: String(each.text) }));
}
