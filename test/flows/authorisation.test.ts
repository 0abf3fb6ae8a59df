// Calls every route as every caller, and compares the answers with test/authorisation-matrix.ts. A new route fails here
// until the table says who may use it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint, Right } from '#http/endpoint.ts';
import { ALL_RIGHTS } from '#templates/rights/rights.ts';
import { MATRIX, type MatrixRow } from '../authorisation-matrix.ts';
import { BYTE_BODIES } from '../support/attachments.ts';
import { type Callers, type Credentials, startCallers } from '../support/callers.ts';
import { forEachEngine } from '../support/engines.ts';
import { codeOf } from '../support/error-code.ts';
import { DEFINITION } from '../support/forms.ts';
import type { Answer } from '../support/instance.ts';
import { JSON_BODIES, NEEDED_QUERIES } from '../support/json-bodies.ts';
import { createMatrixObjects, type MatrixObjects, NOBODY } from '../support/matrix-objects.ts';
import { ownThings } from '../support/own-things.ts';
import { routesOf } from '../support/routes.ts';
import { fresh } from '../support/scim.ts';
import { sendToOneself } from '../support/sent-assignment.ts';
import { deepTest } from '../support/timing.ts';
import { startWitness, type Witness } from '../support/witness.ts';

const TABLE = 'test/authorisation-matrix.ts';
const RIGHTS: readonly Right[] = [
  'audit.read',
  'directory.read',
  'forms.read',
  'forms.write',
  'lists',
  'scim',
  'templates',
  'webhooks',
];
const ROLES = ['member', 'designer', 'admin'] as const;
const SIX_MINUTES = 6 * 60_000;

type Outcome = MatrixRow['outcomes']['admin'];

/** Rows of one kind have the same object in their paths. */
const kindOf = ({ id, route }: MatrixRow): string =>
  id === 'common' ? route : `${id} ${route.includes(' /app/')}`;
const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const isForBrowsers = ({ right }: MatrixRow): boolean => right === 'session';
const closedRows = MATRIX.filter(({ right }) => right !== undefined);
const linkRows = closedRows.filter(({ right }) => right === 'link');
const apiRows = closedRows.filter((row) => !isForBrowsers(row) && !linkRows.includes(row));
const browserRows = closedRows.filter(isForBrowsers);
/** The outcome for a caller with the wrong kind of credentials for the route. */
const shut = (): Outcome => 401;

forEachEngine((engine) => {
  let witness: Witness;
  let callers: Callers;
  let objects: MatrixObjects;
  let endpoints: readonly Endpoint[];
  before(async () => {
    witness = await startWitness(engine);
    callers = await startCallers(witness.instance);
    objects = await createMatrixObjects(witness.instance, callers);
    endpoints = await routesOf(witness.instance);
  });
  after(() => witness.close());

  const ask = async ({ route }: MatrixRow, by: Credentials, id: string): Promise<Answer> => {
    const [method = '', path = ''] = route.split(' ');
    const bytes = BYTE_BODIES[route];
    const body = bytes?.bytes ?? (await bodyOf(route, by));
    // Some paths contain two ids.
    const [first = '', second = first] = id.split(' ');
    const at = path
      .replace(
        /:(secretId|number|attachmentId|deliveryId|exportId|fileNumber|subject|field|correction|documentId)/,
        second,
      )
      .replace(/:\w+/, first);
    if (!bytes) {
      const query = NEEDED_QUERIES[route] ?? '';
      return witness.send(method, at + query, { ...by, ...(body && { body }) });
    }
    const headers = { 'content-type': bytes.type, ...by.headers };
    return witness.send(method, at + bytes.query, { ...by, body, headers });
  };
  /** Returns the body of a route. PUT /Me takes what GET /Me returned. */
  const bodyOf = async (route: string, by: Credentials): Promise<object | undefined> => {
    if (route !== 'PUT /scim/v2/Me') {
      const body = JSON_BODIES[route]?.(witness.instance.account.userId);
      const needsTemplate = body !== undefined && Object.hasOwn(body, 'templateId');
      return needsTemplate ? { ...body, templateId: objects.templateId } : body;
    }
    const { status, body } = await witness.send('GET', '/scim/v2/Me', by);
    return status === 200 ? Object(body) : { userName: fresh() };
  };
  const holds = (what: string, { status, text }: Answer, outcome: Outcome): void =>
    outcome === 'yes'
      ? assert.ok(status >= 200 && status < 300, `${what}: ${status} ${text}`)
      : assert.equal(status, outcome, `${what}: ${text}`);
  /** Calls the routes of all rows; refused requests must change nothing. */
  const everyRow = async (
    rows: readonly MatrixRow[],
    outcomeOf: (row: MatrixRow) => Outcome,
    who: string,
    callerFor: (row: MatrixRow) => Promise<Credentials>,
  ): Promise<void> => {
    const asked: { row: MatrixRow; by: Credentials; id: string }[] = [];
    const isLet = ({ row }: { readonly row: MatrixRow }) => outcomeOf(row) === 'yes';
    // What is refused or only read ends no caller, and what is refused changes no object: these rows share theirs.
    let reader: Promise<Credentials> | undefined;
    const readerFor = (row: MatrixRow): Promise<Credentials> => {
      reader ??= callerFor(row);
      return reader;
    };
    const untouched = new Map<string, Promise<string>>();
    for (const row of rows.filter((each) => !isLet({ row: each }))) {
      const by = await readerFor(row);
      const id = untouched.get(kindOf(row)) ?? objects.idFor(row, by);
      untouched.set(kindOf(row), id);
      asked.push({ row, by, id: await id });
    }
    for (const row of rows.filter((each) => isLet({ row: each }))) {
      const by = await (row.route.startsWith('GET ') ? readerFor(row) : callerFor(row));
      asked.push({ row, by, id: await objects.idFor(row, by) });
    }
    await witness.nothingChanges(async () => {
      for (const { row, by, id } of asked.filter((each) => !isLet(each))) {
        holds(`${who}: ${row.route}`, await ask(row, by, id), outcomeOf(row));
      }
    });
    for (const { row, by, id } of asked.filter(isLet)) {
      holds(`${who}: ${row.route}`, await ask(row, by, id), 'yes');
    }
  };

  test('check 34: every route there is stands in the matrix, once, and no other does', () => {
    const routes = endpoints.map(nameOf).sort();
    const rows = MATRIX.map(({ route }) => route).sort();
    const missing = routes.filter((route) => !rows.includes(route));
    assert.deepEqual(missing, [], `say in ${TABLE} who may use these routes`);
    const gone = rows.filter((route) => !routes.includes(route));
    assert.deepEqual(gone, [], `take these out of ${TABLE}: there are no such routes`);
    assert.equal(new Set(rows).size, rows.length, 'a route has two rows');
    const bodies = endpoints.filter(({ body }) => body === 'json').map(nameOf);
    const bodiless = bodies.filter((route) => !Object.hasOwn(JSON_BODIES, route));
    const where = 'say in test/support/json-bodies.ts what these take';
    assert.deepEqual(bodiless, ['PUT /scim/v2/Me'], where);
  });

  test('check 34: what a route declares is what the matrix says', () => {
    for (const endpoint of endpoints) {
      const row = MATRIX.find(({ route }) => route === nameOf(endpoint));
      const { access, path } = endpoint;
      const what = `${nameOf(endpoint)} against ${TABLE}`;
      assert.equal(access === 'public', row?.outcomes.nobody === 'open', what);
      assert.equal(path.includes(':id'), row?.id !== undefined, what);
      assert.equal(rightOf(endpoint), row?.right, what);
      assert.equal(needsCheck(endpoint), row?.confirmed === 'yes', what);
      if (access === 'public') continue;
      assert.equal(access.role !== undefined, row?.outcomes.member === 403, what);
      assert.equal(access.role === 'admin', row?.outcomes.designer === 403, what);
      const isSync = endpoint.provisioning === true;
      assert.equal(isSync, row?.outcomes.sync !== 403 && row?.outcomes.sync !== 401, what);
    }
  });

  test('check 34: an open route answers whoever asks in the same way', async () => {
    for (const { route } of MATRIX.filter(({ right }) => right === undefined)) {
      const [method = '', path = ''] = route.split(' ');
      // Requests to /connect authenticate in one way only, and an Authorization header would be a second one.
      const everybody = path.startsWith('/connect/') ? [callers.nobody] : callers.everybody;
      const statuses = new Set<number>();
      for (const by of everybody) {
        const answer = await witness.instance.request(method, path.replace('*', 'x'), by);
        assert.doesNotMatch(String(codeOf(answer)), /^(credentials|session)-missing$/, route);
        statuses.add(answer.status);
      }
      assert.equal(statuses.size, 1, `${route} ${[...statuses]}`);
    }
  });

  test('check 34: nobody gets in without credentials', () =>
    everyRow(
      closedRows,
      ({ outcomes }) => outcomes.nobody,
      'nobody',
      async () => callers.nobody,
    ));

  // Who may do what is decided before the storage is asked. Both engines are asked for the objects of other accounts and
  // of other users, by nobody, and by an identity provider.
  const matrixTest: typeof deepTest =
    engine.name === 'sqlite' ? (name, body) => void test(name, body) : deepTest;

  for (const role of ROLES) {
    matrixTest(
      `check 34: with a token the role ${role} may do what the matrix says, and nothing else`,
      async () => {
        // A different user each time, because a route may end its caller.
        const by = () => callers.actAs(role);
        await everyRow(apiRows, ({ outcomes }) => outcomes[role], role, by);
        await everyRow([...browserRows, ...linkRows], shut, `${role} with a token`, by);
      },
    );

    matrixTest(`check 34: with Basic the role ${role} may do the same`, async () => {
      const ends = ({ route }: MatrixRow) => route === 'DELETE /scim/v2/Me';
      const by = async (row: MatrixRow) => (ends(row) ? callers.actAs(role) : callers.basic(role));
      await everyRow(apiRows, ({ outcomes }) => outcomes[role], `${role} by Basic`, by);
      await everyRow(browserRows, shut, `${role} by Basic`, by);
    });

    matrixTest(
      `check 34: in a browser the role ${role} may do what the matrix says, and nothing else`,
      async () => {
        const by = () => callers.browse(role);
        await everyRow(browserRows, ({ outcomes }) => outcomes[role], `${role} in a browser`, by);
        await everyRow([...apiRows, ...linkRows], shut, `${role} in a browser`, by);
      },
    );
  }

  matrixTest(
    'check 34: what needs a person who was just checked is refused a while later',
    async () => {
      const confirmed = closedRows.filter((row) => row.confirmed === 'yes');
      const by = await callers.browse('admin');
      witness.instance.clock.advance(SIX_MINUTES);
      await everyRow(
        confirmed,
        () => 403,
        'six minutes later',
        async () => by,
      );
    },
  );

  test('check 34: a provisioning token opens what the matrix says, and nothing else', () =>
    everyRow(
      closedRows,
      ({ outcomes }) => outcomes.sync,
      'sync',
      async () => callers.sync,
    ));

  for (const right of RIGHTS) {
    matrixTest(
      `check 34: an admin's credential narrowed to ${right} gets 403 on the routes of other rights`,
      () =>
        everyRow(
          apiRows,
          (row) => (row.right === right ? row.outcomes.admin : 403),
          right,
          () => callers.narrowed([right]),
        ),
    );
  }

  matrixTest('check 34: who was deactivated, revoked or put out is nobody', async () => {
    for (const [who, by] of Object.entries(await callers.ended())) {
      await everyRow(
        closedRows,
        ({ outcomes }) => outcomes.nobody,
        who,
        async () => by,
      );
    }
  });

  test("check 34: another account's object is one that nobody has, for whoever may ask", async () => {
    const asked = closedRows.flatMap((row) => {
      const id = objects.theirs(row);
      return id === undefined ? [] : [{ row, id }];
    });
    assert.ok(asked.length > 18);
    const withToken = await Promise.all(ROLES.map((role) => callers.actAs(role)));
    const inBrowser = await Promise.all(ROLES.map((role) => callers.browse(role)));
    const cells = asked.flatMap(({ row, id }) => {
      const people = isForBrowsers(row) ? inBrowser : withToken;
      return [callers.nobody, ...people, callers.sync].map((by) => ({ row, id, by }));
    });
    await witness.nothingChanges(async () => {
      for (const { row, id, by } of cells) {
        const answer = await ask(row, by, id);
        assert.equal(comparable(answer), comparable(await ask(row, by, NOBODY)), row.route);
        const outcome = row.outcomes[by.as];
        // What is refused for its state, once it is found, isn't found either.
        const isReached = outcome === 'yes' || outcome === 409;
        holds(`${by.as}: ${row.route}`, answer, isReached ? 404 : outcome);
      }
    });
  });

  test("check 34: and an admin of the other account finds none of ours, but all of their own's", async () => {
    const by = { as: 'admin', token: callers.otherAdmin } as const;
    for (const row of apiRows) {
      if (row.route.endsWith('/Me')) continue;
      const names = JSON_BODIES[row.route]?.('') ?? {};
      const isInPath = row.id !== undefined && row.id !== 'common';
      const isOurs = isInPath || Object.hasOwn(names, 'templateId');
      const answer = await ask(row, by, await objects.idFor(row, by));
      holds(`the other admin: ${row.route}`, answer, isOurs ? 404 : 'yes');
    }
  });

  test('check 34: who sees what is their own sees nothing of another user', async () => {
    const { services, account } = witness.instance;
    const { forms, db } = services;
    const owner = await callers.actAs('member');
    const { accountId } = account;
    const acting = { accountId, userId: account.userId, role: 'admin', via: 'api' } as const;
    const { form, templateId } = await db.transaction(async (tx) => {
      const { id } = await forms.createTemplate(tx, acting, {
        name: fresh(),
        definition: DEFINITION,
      });
      await forms.publishTemplate(tx, acting, id);
      await forms.giveRights(tx, acting, id, 'designers', ALL_RIGHTS);
      const member = { ...acting, userId: owner.userId, role: 'member' } as const;
      return { ...(await forms.createForm(tx, member, { templateId: id })), templateId: id };
    });
    const work = await sendToOneself(
      witness.instance,
      accountId,
      templateId,
      account.userId,
      owner,
    );
    const ofOwner = await ownThings(witness, owner, { form: form.id, templateId, work });
    const own = apiRows.filter(
      ({ route, sees, id, outcomes }) =>
        sees === 'own' &&
        outcomes.member === 'yes' &&
        id === undefined &&
        !route.startsWith('POST ') &&
        // Numbers without names: test/flows/work-in-numbers.test.ts has who counts what.
        !/\/(?:figures|people)$/.test(route),
    );
    assert.ok(own.length > 2);
    for (const row of own) {
      const other = await callers.actAs('member');
      const [mine, others] = [await ask(row, owner, ''), await ask(row, other, '')];
      const isMe = row.route.endsWith('/Me');
      const found = isMe ? owner.userId : (ofOwner[row.route] ?? form.id);
      assert.ok(mine.text.includes(found), `${row.route}: ${mine.text}`);
      assert.ok(!others.text.includes(found), `${row.route}: ${others.text}`);
    }
    for (const role of ['designer', 'admin'] as const) {
      const answer = await witness.send(
        'GET',
        '/v2/formz?sort=lastUpdateDate%20desc',
        await callers.actAs(role),
      );
      assert.ok(answer.text.includes(form.id), role);
    }
  });

  test('check 34: in a browser, too, who sees what is their own sees and ends nothing of another user', async () => {
    const own = browserRows.filter(({ sees }) => sees === 'own');
    assert.ok(own.length > 3);
    const owner = await callers.browse('member');
    for (const row of own) {
      const id = row.id === 'form' ? await objects.idFor(row, owner) : owner.sessionId;
      const answer = await ask(row, await callers.browse('member'), id);
      holds(row.route, answer, row.id === undefined ? row.outcomes.member : 404);
      for (const { userId, sessionId } of [owner]) {
        assert.ok(!answer.text.includes(userId) && !answer.text.includes(sessionId), row.route);
      }
    }
    assert.equal((await witness.send('GET', '/app/v1/session', owner)).status, 200);
  });
});

function rightOf({ access }: Endpoint): string | undefined {
  if (access === 'public') return undefined;
  if (access.link) return 'link';
  return access.session ? 'session' : access.right;
}

function needsCheck({ access }: Endpoint): boolean {
  return access !== 'public' && access.session === true && access.confirmed === true;
}

/** Returns the parts of an answer that do not differ between any two answers. */
function comparable({ status, headers, text }: Answer): string {
  const { date: _date, ratelimit: _left, 'x-request-id': id = '', ...rest } = headers;
  return JSON.stringify({ status, rest, text: text.replaceAll(id, 'ID') });
}
