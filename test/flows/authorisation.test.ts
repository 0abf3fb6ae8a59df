// Every route, asked as everybody, held against test/authorisation-matrix.ts: a new route fails here
// until somebody has written down who may use it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint, Right } from '#http/endpoint.ts';
import { MATRIX, type MatrixRow } from '../authorisation-matrix.ts';
import { type Callers, type Credentials, startCallers } from '../support/callers.ts';
import { forEachEngine } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import type { Answer } from '../support/instance.ts';
import { JSON_BODIES } from '../support/json-bodies.ts';
import { routesOf } from '../support/routes.ts';
import { fresh } from '../support/scim.ts';
import { startWitness, type Witness } from '../support/witness.ts';

const TABLE = 'test/authorisation-matrix.ts';
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057';
const RIGHTS: readonly Right[] = [
  'audit.read',
  'directory.read',
  'forms.read',
  'forms.write',
  'scim',
];
const ROLES = ['member', 'designer', 'admin'] as const;

const COMMON: Readonly<Record<string, string>> = {
  'GET /scim/v2/Schemas/:id': 'urn:ietf:params:scim:schemas:core:2.0:User',
  'GET /scim/v2/ResourceTypes/:id': 'User',
};

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const closedRows = MATRIX.filter(({ right }) => right !== undefined);

forEachEngine((engine) => {
  let witness: Witness;
  let callers: Callers;
  let endpoints: readonly Endpoint[];
  before(async () => {
    witness = await startWitness(engine);
    callers = await startCallers(witness.instance);
    endpoints = await routesOf(witness.instance);
  });
  after(() => witness.close());

  const made = async (kind: 'user' | 'group', token?: string): Promise<string> => {
    const [path, body] =
      kind === 'user' ? ['Users', { userName: fresh() }] : ['Groups', { displayName: fresh() }];
    const call = { body, ...(token !== undefined && { token }) };
    const answer = await witness.send('POST', `/scim/v2/${path}`, call);
    assert.equal(answer.status, 201, answer.text);
    return String(answer.at('id'));
  };
  const ask = async (row: MatrixRow, by: Credentials, id = NOBODY): Promise<Answer> => {
    const [method = '', path = ''] = row.route.split(' ');
    const body = await bodyOf(row, by);
    return witness.send(method, path.replace(/:\w+/, id), { ...by, ...(body && { body }) });
  };
  /** What PUT /Me takes is what GET /Me gave. */
  const bodyOf = async ({ route }: MatrixRow, by: Credentials): Promise<object | undefined> => {
    if (route !== 'PUT /scim/v2/Me') return JSON_BODIES[route]?.();
    const { status, body } = await witness.send('GET', '/scim/v2/Me', by);
    return status === 200 ? Object(body) : { userName: fresh() };
  };
  const objectOf = async ({ id, route }: MatrixRow): Promise<string> =>
    id === 'user' || id === 'group' ? made(id) : (COMMON[route] ?? NOBODY);
  const holds = (
    what: string,
    { status, text }: Answer,
    outcome: MatrixRow['outcomes']['admin'],
  ) =>
    outcome === 'yes'
      ? assert.ok(status >= 200 && status < 300, `${what}: ${status} ${text}`)
      : assert.equal(status, outcome, `${what}: ${text}`);
  /** Refused ones change nothing; the others are let through. */
  const everyRow = async (
    outcomeOf: (row: MatrixRow) => MatrixRow['outcomes']['admin'],
    who: string,
    by: (row: MatrixRow) => Promise<Credentials>,
  ): Promise<void> => {
    const asked = await Promise.all(
      closedRows.map(async (row) => ({ row, id: await objectOf(row), credentials: await by(row) })),
    );
    const [through, refused] = [true, false].map((isYes) =>
      asked.filter(({ row }) => (outcomeOf(row) === 'yes') === isYes),
    );
    await witness.nothingChanges(async () => {
      for (const { row, id, credentials } of refused ?? []) {
        const answer = await ask(row, credentials, id);
        holds(`${who}: ${row.route}`, answer, outcomeOf(row));
      }
    });
    for (const { row, id, credentials } of through ?? []) {
      holds(`${who}: ${row.route}`, await ask(row, credentials, id), 'yes');
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
    const bodies = endpoints.filter(({ body, access }) => body === 'json' && access !== 'public');
    const bodiless = bodies.map(nameOf).filter((route) => !Object.hasOwn(JSON_BODIES, route));
    assert.deepEqual(
      bodiless,
      ['PUT /scim/v2/Me'],
      'say in test/support/json-bodies.ts what these take',
    );
  });

  test('check 34: what a route declares is what the matrix says', () => {
    for (const endpoint of endpoints) {
      const row = MATRIX.find(({ route }) => route === nameOf(endpoint));
      const { access, path } = endpoint;
      const what = `${nameOf(endpoint)} against ${TABLE}`;
      assert.equal(access === 'public' ? undefined : access.right, row?.right, what);
      assert.equal(access === 'public', row?.outcomes.nobody === 'open', what);
      assert.equal(path.includes(':id'), row?.id !== undefined, what);
      if (access === 'public') continue;
      assert.equal(access.role === 'admin', row?.outcomes.member === 403, what);
      assert.equal(endpoint.provisioning === true, row?.outcomes.sync !== 403, what);
    }
  });

  test('check 34: an open route answers whoever asks in the same way', async () => {
    for (const { route } of MATRIX.filter(({ right }) => right === undefined)) {
      const [method = '', path = ''] = route.split(' ');
      // Who posts to /connect says so in one way only: an Authorization header is one.
      const everybody = path.startsWith('/connect/') ? [callers.nobody] : callers.everybody;
      for (const by of everybody) {
        const answer = await witness.send(method, path, by);
        assert.notEqual(answer.at('code'), 'credentials-missing', route);
        assert.ok(method !== 'GET' || answer.status === 200, `${route} ${answer.status}`);
        assert.ok(method === 'GET' || answer.status >= 400, `${route} ${answer.status}`);
      }
    }
  });

  test('check 34: nobody gets in without credentials', () =>
    everyRow(
      ({ outcomes }) => outcomes.nobody,
      'nobody',
      async () => callers.nobody,
    ));

  for (const role of ROLES) {
    test(`check 34: the role ${role} may do what the matrix says, and nothing else`, () =>
      everyRow(
        ({ outcomes }) => outcomes[role],
        role,
        // Someone else each time: a route may end who called it.
        async () => callers.actAs(role),
      ));

    test(`check 34: with Basic the role ${role} may do the same`, () =>
      everyRow(
        ({ outcomes }) => outcomes[role],
        `${role} by Basic`,
        async ({ route }) =>
          route === 'DELETE /scim/v2/Me' ? callers.actAs(role) : callers.basic(role),
      ));
  }

  test('check 34: a provisioning token opens what the matrix says, and nothing else', () =>
    everyRow(
      ({ outcomes }) => outcomes.sync,
      'sync',
      async () => callers.sync,
    ));

  for (const right of RIGHTS) {
    test(`check 34: an admin's credential narrowed to ${right} gets 403 on the routes of other rights`, () =>
      everyRow(
        (row) => (row.right === right ? row.outcomes.admin : 403),
        right,
        () => callers.narrowed([right]),
      ));
  }

  test('check 34: who was deactivated, revoked or put out is nobody', async () => {
    for (const [who, by] of Object.entries(await callers.ended())) {
      await everyRow(
        ({ outcomes }) => outcomes.nobody,
        who,
        async () => by,
      );
    }
  });

  test("check 34: another account's object is one that nobody has, for whoever may ask", async () => {
    const theirs = {
      user: await made('user', callers.otherAdmin),
      group: await made('group', callers.otherAdmin),
    };
    const people = await Promise.all(ROLES.map((role) => callers.actAs(role)));
    const asked = closedRows.flatMap((row) =>
      row.id === 'user' || row.id === 'group' ? [{ row, id: theirs[row.id] }] : [],
    );
    assert.ok(asked.length > 8);
    await witness.nothingChanges(async () => {
      for (const { row, id } of asked) {
        for (const by of [callers.nobody, ...people, callers.sync]) {
          const answer = await ask(row, by, id);
          assert.equal(comparable(answer), comparable(await ask(row, by)), row.route);
          const outcome = row.outcomes[by.as];
          holds(`${by.as}: ${row.route}`, answer, outcome === 'yes' ? 404 : outcome);
        }
      }
    });
  });

  test("check 34: and an admin of the other account finds none of ours, but all of their own's", async () => {
    const by = { as: 'admin', token: callers.otherAdmin } as const;
    for (const row of closedRows) {
      const isOurs = row.id === 'user' || row.id === 'group';
      if (row.route.endsWith('/Me')) continue;
      const answer = await ask(row, by, await objectOf(row));
      holds(`the other admin: ${row.route}`, answer, isOurs ? 404 : 'yes');
    }
  });

  test('check 34: who sees what is their own sees nothing of another user', async () => {
    const { services, account } = witness.instance;
    const { forms, db } = services;
    const owner = await callers.actAs('member');
    const { accountId } = account;
    const acting = { accountId, userId: account.userId, role: 'admin', via: 'api' } as const;
    const { form } = await db.transaction(async (tx) => {
      const { id } = await forms.createTemplate(tx, acting, {
        name: fresh(),
        definition: DEFINITION,
      });
      await forms.publishTemplate(tx, acting, id);
      const member = { ...acting, userId: owner.userId, role: 'member' } as const;
      return forms.createForm(tx, member, { templateId: id });
    });
    const own = MATRIX.filter(({ sees, outcomes }) => sees === 'own' && outcomes.member === 'yes');
    for (const row of own) {
      const other = await callers.actAs('member');
      const [mine, others] = [await ask(row, owner), await ask(row, other)];
      const found = row.route.endsWith('/Me') ? owner.userId : form.id;
      assert.ok(mine.text.includes(found), `${row.route}: ${mine.text}`);
      assert.ok(!others.text.includes(found), `${row.route}: ${others.text}`);
    }
    for (const role of ['designer', 'admin'] as const) {
      const answer = await witness.send('GET', '/v2/formz', await callers.actAs(role));
      assert.ok(answer.text.includes(form.id), role);
    }
  });
});

/** Everything of an answer but what differs between any two. */
function comparable({ status, headers, text }: Answer): string {
  const { date: _date, 'x-request-id': id = '', ...rest } = headers;
  return JSON.stringify({ status, rest, text: text.replaceAll(id, 'ID') });
}
