// Two organisations in one deployment: for each of them, the objects of the other do not exist. An id of the other
// organisation never gets a 403, nor another text than an unknown id or, with `npm run test:deep`, another duration.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Endpoint, isForSessions } from '#http/endpoint.ts';
import type { Actor } from '#kernel/actor.ts';
import { BYTE_BODIES } from '../support/attachments.ts';
import { withCode } from '../support/directory.ts';
import { forEachEngine } from '../support/engines.ts';
import { codeOf } from '../support/error-code.ts';
import type { Answer } from '../support/instance.ts';
import { JSON_BODIES } from '../support/json-bodies.ts';
import { addOtherOrganisation, type Theirs } from '../support/other-organisation.ts';
import { routesOf } from '../support/routes.ts';
import { ENTERPRISE, fresh } from '../support/scim.ts';
import { assertSameTime, IS_DEEP, openSender, timesInTurn } from '../support/timing.ts';
import { startWitness, type Witness } from '../support/witness.ts';

/** The kind of object whose id is in the path of a route; a new route with an id must be added. */
const IN_PATH: Readonly<Record<string, keyof Theirs | 'everybody'>> = {
  '/scim/v2/Users/:id': 'user',
  '/scim/v2/Groups/:id': 'group',
  '/v2/users/:id': 'user',
  '/v2/groups/:id': 'group',
  '/v2/formz/:id': 'form',
  '/v2/assignments/:id': 'assignment',
  '/v2/assignments/:id/cancel': 'assignment',
  '/v2/assignments/:id/remind': 'assignment',
  '/v2/assignments/:id/decline': 'assignment',
  '/v2/assignments/:id/form': 'assignment',
  '/v2/formz/:id/review': 'form',
  '/v2/formz/:id/status': 'form',
  '/v2/formz/:id/restore': 'form',
  '/v2/formz/:id/exports': 'form',
  '/v2/formz/:id/exports/:exportId': 'form',
  '/v2/formz/:id/exports/:exportId/file': 'form',
  '/v2/queue/:id': 'form',
  '/v2/formz/:id/attachments': 'form',
  '/v2/formz/:id/attachments/:attachmentId': 'form',
  '/v2/templates/:id': 'template',
  '/v2/templates/:id/draft': 'template',
  '/v2/templates/:id/publish': 'template',
  '/v2/templates/:id/archive': 'template',
  '/v2/templates/:id/restore': 'template',
  '/v2/templates/:id/formz': 'template',
  '/v2/templates/:id/answers': 'template',
  '/v2/templates/:id/summary': 'template',
  '/v2/templates/:id/blank-form': 'template',
  '/v2/templates/:id/documents': 'template',
  '/v2/templates/:id/documents/:documentId': 'template',
  '/v2/templates/:id/documents/:documentId/paper': 'template',
  '/v2/templates/:id/documents/:documentId/original': 'template',
  '/v2/formz/:id/documents': 'form',
  '/v2/templates/:id/rights': 'template',
  '/v2/templates/:id/rights/:subject': 'template',
  '/v2/templates/:id/retention': 'template',
  '/v2/templates/:id/retention/trial': 'template',
  '/v2/templates/:id/rules': 'template',
  '/v2/templates/:id/rule-runs': 'template',
  '/v2/templates/:id/rules/order': 'template',
  '/v2/templates/:id/rules/try': 'template',
  '/v2/rules/:id': 'rule',
  '/v2/rule-runs/:id/again': 'ruleRun',
  '/v2/templates/:id/duplicate': 'template',
  '/v2/templates/:id/brand': 'template',
  '/v2/templates/:id/logo': 'template',
  '/v2/templates/:id/answers/sums': 'template',
  '/v2/templates/:id/answers/schema': 'template',
  '/v2/templates/:id/versions/:number': 'template',
  '/v2/templates/:id/series': 'template',
  '/v2/series/:id': 'series',
  '/v2/templates/:id/file': 'template',
  '/v2/templates/:id/xlsform': 'template',
  '/v2/scheduled-exports/:id': 'schedule',
  '/v2/formz/:id/answers/:field': 'form',
  '/v2/formz/:id/corrections': 'form',
  '/v2/formz/:id/corrections/:correction': 'form',
  '/v2/exports/:id': 'export',
  '/v2/exports/:id/files/:fileNumber': 'export',
  '/v2/bulk-acts/:id': 'bulkAct',
  '/v2/bulk-acts/:id/forms': 'bulkAct',
  '/v2/dashboards/:id': 'dashboard',
  '/v2/views/:id': 'view',
  '/v2/templates/:id/links': 'template',
  '/v2/public-links/:id': 'link',
  '/v2/public-links/:id/prefill': 'link',
  '/v2/lists/:id': 'list',
  '/v2/lists/:id/rows': 'list',
  '/v2/lists/:id/changes': 'list',
  '/v2/lists/:id/public-columns': 'list',
  '/v2/lists/:id/versions': 'list',
  '/v2/links/:id': 'link',
  '/v2/webhooks/:id': 'webhook',
  '/v2/webhooks/:id/rotate-secret': 'webhook',
  '/v2/webhooks/:id/test': 'webhook',
  '/v2/webhooks/:id/deliveries': 'webhook',
  '/v2/webhooks/:id/deliveries/:deliveryId/resend': 'webhook',
  '/scim/v2/Schemas/:id': 'everybody',
  '/scim/v2/ResourceTypes/:id': 'everybody',
  '/saml/:connection/metadata': 'everybody',
  '/saml/:connection/begin': 'everybody',
  '/saml/:connection/acs': 'everybody',
};
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057';
const PATCH_BODY = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', path: 'externalId', value: 'x' }],
};

forEachEngine((engine) => {
  let witness: Witness;
  let theirs: Theirs;
  let ours: { readonly user: string; readonly group: string };
  let endpoints: readonly Endpoint[];
  before(async () => {
    witness = await startWitness(engine);
    const made = async (path: string, body: object) =>
      String((await witness.send('POST', path, { body })).at('id'));
    ours = {
      user: await made('/scim/v2/Users', { userName: 'ours' }),
      group: await made('/scim/v2/Groups', { displayName: 'Ours' }),
    };
    theirs = await addOtherOrganisation(witness);
    endpoints = await routesOf(witness.instance);
  });
  after(() => witness.close());

  /** Pages and their files are public; authorisation.test.ts tries the ids of the web app. */
  const withId = () =>
    endpoints.filter((each) => each.path.includes(':') && !each.doc.hidden && !isForSessions(each));
  const queryOf = ({ method, path }: Endpoint) => BYTE_BODIES[`${method} ${path}`]?.query ?? '';
  const bodyFor = ({ method, path }: Endpoint) => {
    const bytes = BYTE_BODIES[`${method} ${path}`];
    if (bytes) return { body: bytes.bytes, headers: { 'content-type': bytes.type } };
    const own = path.startsWith('/v2/') ? JSON_BODIES[`${method} ${path}`] : undefined;
    if (own) return { body: own(NOBODY) };
    if (method === 'PATCH') return { body: PATCH_BODY };
    return method === 'PUT' ? { body: { userName: 'x', displayName: 'x' } } : {};
  };

  test('check 34: 7644-6.1-01 every route with an id answers as for an id that nobody has', () =>
    witness.nothingChanges(async () => {
      for (const endpoint of withId()) {
        const { method, path } = endpoint;
        const kind = IN_PATH[path];
        assert.ok(kind, `say in IN_PATH whose id ${path} takes`);
        if (kind === 'everybody') continue;
        const ask = (id: string) =>
          witness
            .send(method, path.replace(/:\w+/, id) + queryOf(endpoint), bodyFor(endpoint))
            .then(comparable);
        const answer = await ask(theirs[kind]);
        assert.match(answer, /"status":404/, `${method} ${path}`);
        assert.equal(answer, await ask(NOBODY), `${method} ${path}`);
      }
    }));

  test('check 34: a reference to somebody of theirs is an unknown one', () =>
    witness.nothingChanges(async () => {
      const group = (id: string) => ({ displayName: fresh(), members: [{ value: id }] });
      const patch = (id: string) => ({ Operations: [{ op: 'add', value: group(id) }] });
      const user = (id: string) => ({
        userName: fresh(),
        [ENTERPRISE]: { manager: { value: id } },
      });
      const byPath = (id: string) => ({
        displayName: fresh(),
        members: [{ $ref: `${witness.instance.baseUrl}/scim/v2/Users/${id}` }],
      });
      for (const [method, path, body, id] of [
        ['POST', '/Groups', group, theirs.user],
        ['POST', '/Groups', group, theirs.group],
        ['POST', '/Groups', byPath, theirs.user],
        ['PUT', `/Groups/${ours.group}`, group, theirs.user],
        ['PUT', `/Groups/${ours.group}`, group, theirs.group],
        ['PATCH', `/Groups/${ours.group}`, patch, theirs.user],
        ['PATCH', `/Groups/${ours.group}`, patch, theirs.group],
        ['POST', '/Users', user, theirs.user],
        ['PUT', `/Users/${ours.user}`, user, theirs.user],
      ] as const) {
        const headers = { prefer: 'handling=strict' };
        const ask = (value: string) =>
          witness.send(method, `/scim/v2${path}`, { body: body(value), headers });
        const answer = await ask(id);
        const what = `${method} ${path} ${answer.text}`;
        assert.deepEqual([answer.status, answer.at('scimType')], [400, 'invalidValue'], what);
        assert.match(String(codeOf(answer)), /^unknown-(member|manager)$/, what);
        assert.ok(answer.text.includes(id), `names what is unknown: ${what}`);
        const nobody = comparable(await ask(NOBODY));
        assert.equal(comparable(answer).replaceAll(id, NOBODY), nobody);
      }
    }));

  test('check 34: without strictness a member of theirs is passed over like one that nobody has', () =>
    witness.onlyAcknowledged(async () => {
      for (const id of [theirs.user, theirs.group, NOBODY]) {
        const members = [{ value: id }, { value: ours.user }];
        const path = `/scim/v2/Groups/${ours.group}`;
        const made = { displayName: fresh(), members };
        for (const answer of [
          await witness.send('POST', '/scim/v2/Groups', { body: made }),
          await witness.send('PUT', path, { body: { displayName: 'Ours', members } }),
        ]) {
          assert.ok(answer.status < 300, answer.text);
          assert.equal(answer.headers['formstead-skipped-members'], '1');
          assert.equal(Object(answer.at('members')).length, 1);
          assert.equal(answer.at('members', 0, 'value'), ours.user);
        }
      }
    }));

  test('check 34: the operations of a bulk request know theirs as little', () =>
    witness.nothingChanges(async () => {
      const ask = async (id: string) => {
        const operations = [
          { method: 'DELETE', path: `/Users/${id}` },
          { method: 'DELETE', path: `/Groups/${id}` },
          { method: 'PUT', path: `/Users/${id}`, data: { userName: 'bulk' } },
          { method: 'PATCH', path: `/Groups/${id}`, data: PATCH_BODY },
          {
            method: 'POST',
            path: '/Users',
            bulkId: 'a',
            data: { userName: 'bulk', [ENTERPRISE]: { manager: { value: id } } },
          },
        ];
        const schemas = ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'];
        const answer = await witness.send('POST', '/scim/v2/Bulk', {
          body: { schemas, Operations: operations },
          headers: { prefer: 'handling=strict' },
        });
        const found: readonly unknown[] = Object(answer.body).Operations;
        assert.equal(answer.status, 200, answer.text);
        const statuses = found.map((operation) => Object(operation).status);
        assert.deepEqual(statuses, ['404', '404', '404', '404', '400'], answer.text);
        return comparable(answer).replaceAll(id, NOBODY);
      };
      const nobodys = await ask(NOBODY);
      for (const id of [theirs.user, theirs.group]) assert.equal(await ask(id), nobodys);
    }));

  test('check 34: filters and lists find nothing of theirs', async () => {
    const list = async (path: string, filter: string) =>
      (await witness.send('GET', `/scim/v2/${path}?filter=${encodeURIComponent(filter)}`)).at(
        'totalResults',
      );
    for (const [path, filter] of [
      ['Users', `id eq "${theirs.user}"`],
      ['Users', 'userName eq "theirs"'],
      ['Users', `groups.value eq "${theirs.group}"`],
      ['Users', `${ENTERPRISE}:manager.value eq "${theirs.user}"`],
      ['Groups', `id eq "${theirs.group}"`],
      ['Groups', 'displayName eq "Theirs"'],
      ['Groups', `members.value eq "${theirs.user}"`],
    ] as const) {
      assert.equal(await list(path, filter), 0, filter);
    }
    for (const path of ['/scim/v2/Users', '/scim/v2/Groups', '/v2/users', '/v2/groups']) {
      const { text } = await witness.send('GET', path);
      assert.doesNotMatch(text, /theirs/i, path);
      assert.match(text, /ours/i, path);
    }
    const forms = await witness.send('GET', '/v2/formz');
    assert.deepEqual([forms.body, forms.headers['x-total-count']], [[], '0']);
  });

  test('check 34: a place in a list of theirs leads nowhere in ours', async () => {
    const { db, credentials } = witness.instance.services;
    const actor = await otherActor(witness);
    const secret = await db.transaction((tx) =>
      credentials.create(tx, actor, { name: 'x', actsAsUserId: actor.userId }),
    );
    const token = await witness.instance.token(secret.credentialId, secret.clientSecret);
    const first = await witness.send('GET', '/v2/users?pageSize=1', { token });
    const [, next = ''] =
      /<https:\/\/[^/]+([^>]+)>; rel="next"/.exec(first.headers['link'] ?? '') ?? [];
    assert.equal((await witness.send('GET', next, { token })).status, 200);
    const answer = await witness.send('GET', next);
    assert.deepEqual([answer.status, answer.at('at')], [400, 'after']);
  });

  test('check 34: nor does the domain behind the routes know their ids', () =>
    witness.nothingChanges(async () => {
      const { services, account } = witness.instance;
      const { db, credentials, forms } = services;
      const { accountId, userId } = account;
      const actor = { accountId, userId, role: 'admin', via: 'api' } as const;
      const { credential } = theirs;
      assert.equal(await credentials.find(db.reader, accountId, credential), undefined);
      const refused = async (code: Parameters<typeof withCode>[0], work: Work) =>
        assert.rejects(
          db.transaction((tx) => work(tx)),
          withCode(code),
        );
      await refused('not-found', (tx) => credentials.regenerate(tx, actor, credential));
      await refused('not-found', (tx) => credentials.revoke(tx, actor, credential));
      const name = 'x';
      await refused('invalid-value', (tx) =>
        credentials.create(tx, actor, { name, actsAsUserId: theirs.user }),
      );
      await refused('not-found', (tx) =>
        forms.createForm(tx, actor, { templateId: theirs.template }),
      );
      await refused('not-found', (tx) => forms.completeUnchecked(tx, actor, theirs.form));
      await refused('not-found', (tx) => forms.archiveTemplate(tx, actor, theirs.template));
      await refused('not-found', (tx) => forms.deleteTemplate(tx, actor, theirs.template));
      assert.equal(await forms.readForm(db.reader, actor, theirs.form), undefined);
    }));

  if (!IS_DEEP) return;

  test('check 34: their id takes as long as one that nobody has', async (t) => {
    const { instance } = witness;
    const { send, close } = openSender(instance, { ca: [instance.ca], sockets: 1 });
    t.after(close);
    const authorization = `Bearer ${await instance.adminToken()}`;
    for (const path of ['/scim/v2/Users', '/scim/v2/Groups', '/v2/users', '/v2/groups']) {
      const id = /groups/i.test(path) ? theirs.group : theirs.user;
      const asks = [id, NOBODY].map((asked) => async () => {
        const { status } = await send('GET', `${path}/${asked}`, { authorization });
        assert.equal(status, 404);
      });
      const times = await timesInTurn(asks, { turns: 3000, warmUp: 300 });
      assertSameTime(times, [path, 'nobody’s'], (line) => t.diagnostic(line));
    }
  });
});

type Work = (
  tx: Parameters<Parameters<Witness['instance']['services']['db']['transaction']>[0]>[0],
) => Promise<unknown>;

/** Returns the parts of an answer that do not differ between any two answers. */
function comparable({ status, headers, text }: Answer): string {
  const { date: _date, ratelimit: _left, 'x-request-id': id = '', ...rest } = headers;
  return JSON.stringify({ status, rest, text: text.replaceAll(id, 'ID') });
}

async function otherActor({ instance }: Witness): Promise<Actor & { readonly userId: string }> {
  const { db } = instance.services;
  const row = await db.reader
    .selectFrom('users')
    .select(['id', 'account_id'])
    .where('account_id', '!=', instance.account.accountId)
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  return { accountId: row.account_id, userId: row.id, via: 'api' };
}
