// Each resource that work waits for, from the table in src/kernel/shares.ts: somebody hammers it, and a colleague and
// somebody of another organisation get theirs. What counts is the order of answers, not how long they take.
// Nightly: it loads the service until others would wait.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { SHARES } from '#kernel/shares.ts';
import { forBothEngines } from '../support/engines.ts';
import { ROWS_FILE } from '../support/lists.ts';
import { waitUntil } from '../support/wait-until.ts';
import { besideHammer } from './hammer.ts';
import { ok, openSides, type Side, type Sides } from './sides.ts';

type Drive = (sides: Sides) => Promise<void>;

/** A test that drives a resource in another file, because a whole service can't be held up there on purpose. */
interface Elsewhere {
  readonly file: string;
  /** A part of the name of the test. */
  readonly name: string;
}

/** Has everybody send the same request. */
const sameFor =
  (width: number, send: (side: Side) => ReturnType<Side['ask']>, most?: number): Drive =>
  async ({ hog, colleague, neighbour }) => {
    await besideHammer(
      width,
      () => send(hog),
      [colleague, neighbour].map((side) => () => send(side)),
      most,
    );
  };

/** Keeps a thread of the forms engine busy for a while. */
const COSTLY = {
  definition: {
    elements: [
      {
        type: 'paneldynamic',
        name: 'p',
        templateElements: Array.from({ length: 60 }, (_, i) => ({ type: 'text', name: `q${i}` })),
      },
    ],
  },
  answers: { p: Array.from({ length: 3 }, () => ({ q0: 'x' })) },
};
/** A file that takes long to read, so that the others don't wait for the start of a process above all. */
const LONG_FILE = Buffer.from(
  JSON.stringify({
    elements: Array.from({ length: 800 }, (_, i) => ({ type: 'text', name: `q${i}` })),
  }),
);
/** Likewise, of rows: requests for a file of one row would wait for nothing but each other's answers. */
const LONG_ROWS = Buffer.concat([
  ROWS_FILE,
  ...Array.from({ length: 5000 }, (_, i) => Buffer.from(`E${i},Dam ${i},North,${i}.5,\n`)),
]);
const BYTES = { 'content-type': 'application/octet-stream' };

let lastName = 0;
const newUser = (more: object = {}) => {
  lastName += 1;
  return { userName: `user${lastName}@shares.test`, ...more };
};

const fill = ({ node }: Sides, { by, templateId }: Side, count: number) =>
  node.services.db.transaction(async (tx) => {
    const ids: string[] = [];
    for (let i = 0; i < count; i += 1) {
      const made = { templateId, answers: { site: `Dam ${i}` } };
      ids.push((await node.services.forms.createForm(tx, by, made)).form.id);
    }
    return ids;
  });

/** Begins exports of all forms of the side's template. */
const beginExports = (side: Side, count: number): Promise<readonly string[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const body = { kind: 'pdf', templateId: side.templateId };
      const made = ok(await side.ask('POST', '/app/v1/exports', { body }), 202);
      return `/app/v1/exports/${String(made.at('id'))}`;
    }),
  );

const stateOf = async (side: Side, path: string) =>
  String((await side.ask('GET', path)).at('state'));
const statesOf = (side: Side, paths: readonly string[]) =>
  Promise.all(paths.map((path) => stateOf(side, path)));

/** The exports of others begin while those of the hog wait for each other. */
const driveExports =
  (forms: number): Drive =>
  async (sides) => {
    const { hog, colleague, neighbour } = sides;
    for (const side of [hog, colleague, neighbour]) await fill(sides, side, forms);
    const many = await beginExports(hog, 5);
    const others = [colleague, neighbour];
    const begun = await Promise.all(others.map((side) => beginExports(side, 1)));
    await waitUntil(async () => {
      const states = await Promise.all(others.map((side, i) => statesOf(side, begun[i] ?? [])));
      return states.flat().every((state) => state !== 'queued');
    });
    const states = await statesOf(hog, many);
    assert.ok(states.includes('queued'), `all of the hog had begun before: ${states}`);
    assert.ok(states.filter((state) => state === 'running').length <= 1, states.join());
    for (const path of many) await hog.ask('DELETE', path);
    for (const [i, side] of others.entries()) {
      for (const path of begun[i] ?? []) await side.ask('DELETE', path);
    }
  };

// Answers of the hog come in bursts, since equal summaries may share their scans; so here it counts that nobody else is
// refused. src/db/shares.test.ts holds the order, scan by scan.
const summary = sameFor(
  60,
  (side) => side.ask('GET', `/app/v1/templates/${side.templateId}/summary`),
  Number.POSITIVE_INFINITY,
);

/** The driver of each resource; the compiler asks for that of a new one. */
const DRIVERS: Readonly<Record<keyof typeof SHARES, Drive | Elsewhere>> = {
  // First, because people confirm who they are for a few minutes only.
  async mail({ node, mail, hog, colleague, neighbour }) {
    const give = async (side: Side, count: number, who: string) => {
      for (let i = 0; i < count; i += 1) {
        const userName = `${who}${i}`;
        const user = { userName, email: `${userName}@people.test` };
        const made = ok(await side.ask('POST', '/app/v1/users', { body: user }), 201);
        const assignment = { type: 'User', id: String(made.at('id')) };
        const body = { templateId: side.templateId, assignment };
        ok(await side.ask('POST', '/app/v1/forms', { body }), 201);
      }
    };
    const { reader } = node.services.db;
    const sent = mail.taken.length;
    mail.answer(451);
    await give(hog, 40, 'hog');
    await give(colleague, 1, 'colleague');
    await give(neighbour, 1, 'neighbour');
    let count = 0;
    await waitUntil(async () => {
      const rows = await reader.selectFrom('notices').select('attempts').execute();
      count = rows.length;
      return count >= 42 && rows.every(({ attempts }) => attempts > 0);
    });
    mail.answer(250);
    node.clock.advance(61_000);
    await waitUntil(() => mail.taken.length >= sent + count);
    for (const who of ['colleague0', 'neighbour0']) {
      const rank = mail.taken.slice(sent).findIndex(({ to }) => to[0]?.startsWith(who) === true);
      assert.ok(rank >= 0 && rank < 16, `${who} had number ${rank + 1} of ${count}`);
    }
  },
  sqliteScans: summary,
  postgresScans: summary,
  sqliteWrites: { file: 'src/db/shares.test.ts', name: 'writes of others' },
  // Ten of the account run at once. Those and the ones that take their places are done while a colleague is told who they
  // are, waits for one place and writes: some thirty, however many wait behind them.
  postgresWrites: sameFor(120, (side) => side.ask('POST', '/scim/v2/Users', { body: newUser() })),
  postgresReads: { file: 'src/db/shares.test.ts', name: 'reads of others' },
  engine: sameFor(40, (side) => side.ask('POST', '/app/v1/templates/preview', { body: COSTLY })),
  pictures: { file: 'src/processes/lone-process.test.ts', name: 'a colleague has the next turn' },
  fonts: { file: 'src/processes/lone-process.test.ts', name: 'a colleague has the next turn' },
  papers: { file: 'src/processes/lone-process.test.ts', name: 'a colleague has the next turn' },
  receivingPapers: { file: 'src/documents/papers.test.ts', name: 'comes slowly' },
  receivingFonts: { file: 'test/attacks/unfair-work.test.ts', name: 'comes slowly' },
  receivingLogos: { file: 'test/attacks/unfair-work.test.ts', name: 'comes slowly' },
  templateFiles: sameFor(30, (side) =>
    side.ask('POST', '/app/v1/templates/import/check', {
      ...{ body: LONG_FILE, headers: BYTES },
    }),
  ),
  receivingTemplateFiles: { file: 'test/attacks/unfair-work.test.ts', name: 'comes slowly' },
  listFiles: sameFor(12, (side) =>
    side.ask('PUT', `/app/v1/lists/${side.listId}/rows?preview=true`, {
      ...{ body: LONG_ROWS, headers: { 'content-type': 'text/csv' } },
    }),
  ),
  receivingListFiles: { file: 'src/kernel/fair-queue.test.ts', name: 'a limit of their own' },
  hashes: sameFor(40, (side) =>
    side.ask('POST', '/scim/v2/Users', {
      body: newUser({ password: 'eleven tame otters by the pier' }),
    }),
  ),
  smallExports: driveExports(15),
  largeExports: driveExports(210),
  pdfs: { file: 'test/shares/shares.test.ts', name: 'smallExports' },
  async bulkActs(sides) {
    const { hog, colleague, neighbour } = sides;
    const begin = async (side: Side, ids: readonly string[]) => {
      const body = { act: 'complete', forms: { ids }, expected: ids.length };
      const made = ok(await side.ask('POST', '/app/v1/bulk-acts', { body }), 202);
      return String(made.headers['location']);
    };
    const isOver = async (side: Side, path: string) =>
      ok(await side.ask('GET', path)).at('finishedAt') !== undefined;
    const many: string[] = [];
    for (let i = 0; i < 3; i += 1) many.push(await begin(hog, await fill(sides, hog, 150)));
    for (const side of [colleague, neighbour]) {
      const path = await begin(side, await fill(sides, side, 5));
      await waitUntil(() => isOver(side, path));
    }
    const ended = await Promise.all(many.map((path) => isOver(hog, path)));
    assert.ok(ended.includes(false), 'all of the hog had ended before');
    for (const path of many) await hog.ask('DELETE', path);
  },
  notices: { file: 'src/jobs/lanes.test.ts', name: 'of whoever has a thousand' },
  async rules(sides) {
    const { node, hog, colleague, neighbour } = sides;
    const waiting = async ({ by, templateId }: Side): Promise<number> =>
      (
        await node.services.db.reader
          .selectFrom('rule_events')
          .select('id')
          .where('account_id', '=', by.accountId)
          .where('template_id', '=', templateId)
          .execute()
      ).length;
    for (const side of [hog, colleague, neighbour]) {
      const actions = [{ type: 'hand-on', to: { type: 'User', id: side.by.userId } }];
      const body = { name: 'Keep it', trigger: 'begun', actions };
      ok(await side.ask('POST', `/app/v1/templates/${side.templateId}/rules`, { body }), 201);
    }
    await fill(sides, hog, 300);
    for (const side of [colleague, neighbour]) {
      await fill(sides, side, 3);
      await waitUntil(async () => (await waiting(side)) === 0);
    }
    assert.ok((await waiting(hog)) > 0, 'all of the hog had ended before');
  },
  pushes: { file: 'src/push/push.test.ts', name: 'holds up nobody else' },
  deliveries: { file: 'test/attacks/unfair-work.test.ts', name: 'receivers that never answer' },
  steps: { file: 'src/kernel/in-turns.test.ts', name: 'no slower beside many' },
  strangersSignIns: { file: 'test/attacks/rotating-networks.test.ts', name: '' },
  knownSignIns: { file: 'test/attacks/rotating-networks.test.ts', name: '' },
  largeBodies: { file: 'test/attacks/large-bodies.test.ts', name: '' },
};

forBothEngines((engine) => {
  describe('what is shared', () => {
    let sides: Sides;
    before(async () => {
      sides = await openSides(engine);
      await fill(sides, sides.hog, 300);
    });
    after(() => sides.close());

    for (const [resource, driver] of Object.entries(DRIVERS)) {
      const other = engine.name === 'sqlite' ? 'postgres' : 'sqlite';
      if (resource.startsWith(other)) continue;
      test(`${resource}: a hog keeps neither a colleague nor another organisation from theirs`, async () => {
        if (typeof driver === 'function') return await driver(sides);
        const { file, name } = driver;
        assert.ok(existsSync(file) && readFileSync(file, 'utf8').includes(name), file);
      });
    }
  });
});
