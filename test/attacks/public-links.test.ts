// What somebody with a public link may try: other routes, other forms, more answers than it takes, guesses and replays.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { removeUnnamed } from '#attachments/clean-up.ts';
import { isForLinks } from '#http/endpoint.ts';
import { BYTE_BODIES, FILE_DEFINITION, PNG } from '../support/attachments.ts';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { forEachEngine } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import {
  allowPublicLinks,
  type MadeLink,
  makePublicLink,
  solve,
  tokenOf,
  type Visitor,
  visit,
} from '../support/public-links.ts';
import { routesOf } from '../support/routes.ts';
import { fresh } from '../support/scim.ts';

const DAY_MS = 86_400_000;
const said = (answer: Answer) => [answer.status, answer.at('code')];

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    await allowPublicLinks(node);
  });
  after(() => node.close());

  const make = (settings = {}, definition = DEFINITION) =>
    makePublicLink(admin, definition, settings);
  const change = (link: MadeLink, body: object) =>
    admin.send('PATCH', `/app/v1/public-links/${link.id}`, { body });
  const formsOf = async ({ templateId }: MadeLink) =>
    node.services.db.reader
      .selectFrom('forms')
      .selectAll()
      .where('template_id', '=', templateId)
      .execute();
  const upload = (visitor: Visitor, field = 'photo') =>
    visitor.send('POST', `files?field=${field}&fileName=site.png`, {
      body: PNG,
      headers: { 'content-type': 'image/png' },
    });
  test('check 34: the session of a link opens the routes of links and nothing else, and only it opens those', async () => {
    const { session } = await visit(node, (await make()).token);
    const endpoints = await routesOf(node);
    const path = ({ path: at }: { path: string }) => at.replaceAll(/:\w+/g, fresh());
    for (const each of endpoints.filter(({ access }) => access !== 'public')) {
      const headers = { cookie: `__Host-sid=${session}`, 'sec-fetch-site': 'same-origin' };
      const answer = await node.request(each.method, path(each), { token: session, headers });
      assert.equal(answer.status === 401, !isForLinks(each), `${each.path} ${answer.text}`);
    }
    const links = endpoints.filter(isForLinks);
    assert.equal(links.length, 5);
    for (const each of links) {
      const { bytes, type = 'application/json' } = BYTE_BODIES[`${each.method} ${each.path}`] ?? {};
      const body = bytes && { body: bytes };
      const ask = (headers: Readonly<Record<string, string>>) =>
        node.request(each.method, each.path, {
          token: null,
          ...body,
          headers: { 'content-type': type, ...headers },
        });
      const bare = await ask({});
      assert.deepEqual(said(bare), [401, 'credentials-missing']);
      assert.equal(bare.headers['www-authenticate'], 'Bearer realm="formstead"');
      const token = await node.adminToken();
      const cookie = `__Host-sid=${admin.cookie()}`;
      for (const [headers, code] of [
        [{ authorization: `Bearer ${token}` }, 'token-invalid'],
        [{ authorization: `Bearer acme.${'x'.repeat(43)}` }, 'token-invalid'],
        [{ authorization: 'Basic YWRtaW46eA==' }, 'credentials-invalid'],
        [{ cookie, 'sec-fetch-site': 'same-origin' }, 'credentials-missing'],
      ] as const) {
        assert.deepEqual(said(await ask(headers)), [401, code], each.path);
      }
    }
  });

  test('a link that takes N answers takes exactly N of N + 20 that are sent at once', async () => {
    const link = await make({ maxAnswers: 5 });
    const visitors = await Promise.all(Array.from({ length: 25 }, () => visit(node, link.token)));
    const sent = await Promise.all(visitors.map((each) => each.answer({ site: 'Dam' })));
    assert.equal(sent.filter(({ status }) => status === 201).length, 5);
    for (const answer of sent.filter(({ status }) => status !== 201)) {
      assert.deepEqual(said(answer), [410, 'public-link-full']);
    }
    assert.equal((await formsOf(link)).length, 5);
    assert.deepEqual(said((await visit(node, link.token)).opened), [410, 'public-link-full']);
  });

  test('a code has to be right, and guesses end soon, also those from many sessions', async () => {
    const link = await make({ code: 'lantern' });
    assert.deepEqual(said((await visit(node, link.token)).opened), [
      403,
      'public-link-code-needed',
    ]);
    const right = await visit(node, link.token, { code: 'lantern' });
    // A right code counts as no guess, however many people share the address.
    for (let i = 0; i < 12; i += 1) {
      const { opened } = await visit(node, link.token, { code: 'lantern' });
      assert.equal(opened.status, 201, opened.text);
    }
    const guesses: Answer[] = [];
    for (let i = 0; i < 12; i += 1) {
      guesses.push((await visit(node, link.token, { code: `wrong${i}` })).opened);
    }
    assert.deepEqual(said(guesses[0] ?? right.opened), [403, 'public-link-code-refused']);
    assert.deepEqual(said(guesses.at(-1) ?? right.opened), [429, 'too-many-requests']);
    const row = await node.services.db.reader
      .selectFrom('public_links')
      .select('code_hash')
      .where('id', '=', link.id)
      .executeTakeFirst();
    assert.match(row?.code_hash ?? '', /^\$argon2id\$/);
    const listed = await admin.send('GET', `/app/v1/templates/${link.templateId}/links`);
    assert.ok(!listed.text.includes('argon2') && !listed.text.includes('lantern'));
    assert.equal(listed.at('items', 0, 'hasCode'), true);
  });

  test('a new code ends the visits that were opened with the old one, at every door', async () => {
    const link = await make({ code: 'lantern' }, FILE_DEFINITION);
    const visitor = await visit(node, link.token, { code: 'lantern' });
    const open = await visit(node, (await make()).token);
    assert.equal((await change(link, { name: fresh() })).status, 200);
    assert.equal((await visitor.send('GET', 'form')).status, 200, 'another change ends nothing');
    assert.equal((await change(link, { code: 'candle' })).status, 200);
    const ended = [401, 'token-invalid'];
    const tries = async () => [
      said(await visitor.send('GET', 'form')),
      said(await visitor.send('POST', 'puzzle')),
      said(await upload(visitor)),
      said(await visitor.send('POST', 'answers', { body: { answers: { site: 'Dam' } } })),
    ];
    assert.deepEqual(await tries(), [ended, ended, ended, ended]);
    assert.equal((await formsOf(link)).length, 0);
    assert.equal((await open.answer({ site: 'Dam' })).status, 201, 'of another link');
    const draft = String(visitor.opened.at('draft'));
    const again = (code: string) => visit(node, link.token, { draft, code });
    assert.deepEqual(said((await again('lantern')).opened), [403, 'public-link-code-refused']);
    const back = await again('candle');
    assert.equal(back.opened.at('formId'), visitor.opened.at('formId'), 'what was begun goes on');
    assert.equal((await back.answer({ site: 'Dam' })).status, 201);
    // A first code ends the visits from before, too, and an old code that comes back revives none.
    const bare = await make();
    const early = await visit(node, bare.token);
    await change(bare, { code: 'lantern' });
    assert.deepEqual(said(await early.answer({ site: 'Dam' })), ended);
    await change(link, { code: 'lantern' });
    assert.deepEqual(await tries(), [ended, ended, ended, ended]);
  });

  test('a proof of work is for one session, for ten minutes, and for one attempt', async () => {
    const link = await make({ proofOfWork: true });
    const visitor = await visit(node, link.token);
    const puzzleOf = async (each: Visitor) =>
      String((await each.send('POST', 'puzzle')).at('puzzle'));
    const send = (each: Visitor, proof?: object, answers: object = { site: 'Dam' }) =>
      each.send('POST', 'answers', { body: { answers, ...(proof && { proof }) } });
    const refused = [403, 'proof-of-work-refused'];
    assert.deepEqual(said(await send(visitor)), refused);
    const proof = solve(await puzzleOf(visitor));
    assert.deepEqual(
      said(await send(visitor, { ...proof, solution: proof.solution + 1 })),
      refused,
    );
    const other = await visit(node, link.token);
    await puzzleOf(other);
    assert.deepEqual(said(await send(other, proof)), refused, 'of another session');
    assert.equal((await send(visitor, proof, {})).status, 422, 'an answer is missing');
    assert.deepEqual(said(await send(visitor, proof)), refused, 'it was used');
    const late = solve(await puzzleOf(visitor));
    node.clock.advance(10 * 60_000 + 1);
    assert.deepEqual(said(await send(visitor, late)), refused, 'too late');
    assert.equal((await send(visitor, solve(await puzzleOf(visitor)))).status, 201);
  });

  test('files wait for their form, belong to no other, and go after a day without one', async () => {
    const link = await make({}, FILE_DEFINITION);
    const visitor = await visit(node, link.token);
    const stored = await upload(visitor);
    assert.equal(stored.status, 201, stored.text);
    assert.deepEqual(said(await upload(visitor, 'site')), [400, 'invalid-attachment']);
    const { id, name, type, size } = Object(stored.body);
    const photo = [{ id, name, type, size }];
    const thief = await visit(node, link.token);
    const stolen = await thief.answer({ site: 'Dam', photo });
    assert.deepEqual(said(stolen), [422, 'invalid-answers']);
    const taken = await thief.send('POST', `files?field=photo&id=${id}`, {
      body: PNG,
      headers: { 'content-type': 'image/png' },
    });
    assert.deepEqual(said(taken), [409, 'attachment-exists']);
    const lonely = await upload(thief);
    assert.equal((await visitor.answer({ site: 'Dam', photo })).status, 201);
    assert.deepEqual(said(await upload(visitor)), [409, 'form-state']);
    const [form] = await formsOf(link);
    const shown = await admin.send('GET', `/app/v1/forms/${form?.id}/attachments/${id}`);
    assert.deepEqual(shown.bytes, PNG);
    node.clock.advance(2 * DAY_MS);
    await removeUnnamed(node.services);
    const left = await node.services.db.reader.selectFrom('attachments').select('id').execute();
    const ids = left.map((row) => row.id);
    assert.ok(ids.includes(id) && !ids.includes(String(lonely.at('id'))));
    assert.deepEqual(said(await thief.send('GET', 'form')), [401, 'token-invalid']);
    admin = await adminBrowser(node);
  });

  test('answers that a signed link fixes are stored as signed, whatever is sent', async () => {
    const link = await make();
    const path = `/app/v1/public-links/${link.id}/prefill`;
    const made = await admin.send('POST', path, { body: { answers: { site: 'Dam 9' } } });
    const token = tokenOf(made);
    const visitor = await visit(node, token);
    assert.deepEqual((await visitor.send('GET', 'form')).at('fixed'), { site: 'Dam 9' });
    await visitor.answer({ site: 'Elsewhere', notes: 'n' });
    const [form] = await formsOf(link);
    assert.deepEqual(JSON.parse(form?.answers ?? ''), { site: 'Dam 9', notes: 'n' });
    const forged = Buffer.from('{"site":"Palace"}').toString('base64url');
    const [code, secret, , mac] = token.split('.');
    const opened = await visit(node, [code, secret, forged, mac].join('.'));
    assert.deepEqual(said(opened.opened), [404, 'public-link-unknown']);
    // A signature of another link is none of this one.
    const other = await make();
    const [otherCode, otherSecret] = other.token.split('.');
    const mixed = [otherCode, otherSecret, ...token.split('.').slice(2)].join('.');
    assert.deepEqual(said((await visit(node, mixed)).opened), [404, 'public-link-unknown']);
    const bad = await admin.send('POST', path, { body: { answers: { site: 5, nothing: 'x' } } });
    assert.equal(bad.status, 422, bad.text);
  });

  test('answers that a signed link fixes can not be taken off it, and it ends with its link', async () => {
    const link = await make();
    const sign = (answers: object) =>
      admin.send('POST', `/app/v1/public-links/${link.id}/prefill`, { body: { answers } });
    const token = tokenOf(await sign({ site: 'Dam 9' }));
    const [code, name, payload, mac] = token.split('.');
    assert.ok(!token.includes(link.token.split('.')[1] ?? token));
    for (const parts of [
      [code, name],
      [code, name, ''],
      [code, name, payload],
      [code, name?.slice(0, 24)],
      [code, name, '', ''],
      [code, name, payload, mac?.slice(1)],
      [code, name, Buffer.from('{}').toString('base64url'), mac],
    ]) {
      const { opened } = await visit(node, parts.join('.'));
      assert.deepEqual(said(opened), [404, 'public-link-unknown'], parts.join('.'));
    }
    // As the longest answers are signed.
    const notes = 'n'.repeat(1470);
    const long = await visit(node, tokenOf(await sign({ site: 'Dam', notes })));
    assert.deepEqual((await long.send('GET', 'form')).at('fixed'), { site: 'Dam', notes });
    // Addresses that were handed out with the token of the link still work.
    const former = [link.token, payload, mac].join('.');
    const visitor = await visit(node, former);
    assert.deepEqual((await visitor.send('GET', 'form')).at('fixed'), { site: 'Dam 9' });
    assert.equal((await change(link, { state: 'ended' })).status, 200);
    for (const each of [token, former, link.token]) {
      assert.deepEqual(said((await visit(node, each)).opened), [410, 'public-link-ended']);
    }
  });

  test('answers that a link fixes are checked as if somebody had entered them', async () => {
    const early = { type: 'expression', expression: '{until} >= {from}', text: 'Too early' };
    const link = await make(
      {},
      {
        elements: [
          { type: 'text', name: 'site', isRequired: true },
          { type: 'text', name: 'from', inputType: 'date' },
          { type: 'text', name: 'until', inputType: 'date', validators: [early] },
          { type: 'text', name: 'count', inputType: 'number', max: 5 },
          { type: 'file', name: 'photo' },
        ],
      },
    );
    const sign = (answers: object) =>
      admin.send('POST', `/app/v1/public-links/${link.id}/prefill`, { body: { answers } });
    const faultOf = async (answers: object) => {
      const refused = await sign(answers);
      return [refused.status, refused.at('faults', 0, 'at'), refused.at('faults', 1, 'at')];
    };
    assert.deepEqual(await faultOf({ count: 6 }), [422, 'count', undefined]);
    const backwards = { from: '2026-05-02', until: '2026-05-01' };
    assert.deepEqual(await faultOf(backwards), [422, 'until', undefined]);
    const photo = { id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'a', type: 'b', size: 1 };
    assert.deepEqual(await faultOf({ photo: [photo] }), [422, 'photo[0]', undefined]);
    // The site is still open, and is asked for in the form.
    const made = await sign({ from: '2026-05-01', until: '2026-05-02', count: 5 });
    assert.equal(made.status, 200, made.text);
  });

  test('what designers send to make a link is checked, each with its place', async () => {
    const link = await make();
    const path = `/app/v1/templates/${link.templateId}/links`;
    const at = async (body: object) => {
      const answer = await admin.send('POST', path, { body: { name: 'x', ...body } });
      return [answer.status, answer.at('at')];
    };
    assert.deepEqual(await at({ name: ' ' }), [400, 'name']);
    assert.deepEqual(await at({ maxAnswers: 0 }), [400, 'maxAnswers']);
    assert.deepEqual(await at({ opensAt: 'soon' }), [400, 'opensAt']);
    // RFC 3339 and 9557 allow these, and no Date has them.
    for (const time of ['2026-12-31T23:59:60Z', '2026-12-01T00:00:00+01:00[Europe/Berlin]']) {
      assert.deepEqual(await at({ opensAt: time }), [400, 'opensAt'], time);
      const changed = await change(link, { closesAt: time });
      assert.deepEqual([changed.status, changed.at('at')], [400, 'closesAt'], time);
    }
    assert.deepEqual(await at({ code: '123' }), [400, 'code']);
    assert.deepEqual(await at({ thankYou: 'x'.repeat(2001) }), [400, 'thankYou']);
    const [opensAt, closesAt] = ['2026-12-02T00:00:00Z', '2026-12-01T00:00:00Z'];
    assert.deepEqual(await at({ opensAt, closesAt }), [400, 'closesAt']);
    assert.deepEqual(said(await change(link, { name: 'y', revision: 7 })), [
      412,
      'precondition-failed',
    ]);
    const draft = await admin.send('POST', '/app/v1/templates', { body: { name: fresh() } });
    const early = `/app/v1/templates/${draft.at('id')}/links`;
    const refused = await admin.send('POST', early, { body: { name: 'x' } });
    assert.deepEqual(said(refused), [409, 'template-state']);
    const huge = await node.request('POST', '/link/v1/session', {
      token: null,
      body: { token: 'x'.repeat(20_000) },
    });
    assert.equal(huge.status, 413);
  });
  test('the right on a template is asked before anything of a link is read, such as a code to hash', async () => {
    const link = await make();
    const userName = fresh('d');
    const password = 'nine calm lamps by the lake';
    const made = await admin.send('POST', '/app/v1/users', {
      body: { userName, password, role: 'designer' },
    });
    assert.equal(made.status, 201, made.text);
    const other = openBrowser(node);
    const signedIn = await other.signIn(`${node.account.accountCode}/${userName}`, password);
    assert.equal(signedIn.status, 201, signedIn.text);
    // An empty name is refused where the code is hashed.
    const body = { name: ' ', code: 'lantern' };
    const answers = [
      await other.send('POST', `/app/v1/templates/${link.templateId}/links`, { body }),
      await other.send('PATCH', `/app/v1/public-links/${link.id}`, { body }),
    ];
    for (const answer of answers) assert.deepEqual(said(answer), [403, 'forbidden'], answer.text);
  });
});
