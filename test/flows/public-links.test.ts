// Links by which people without an account fill in forms: what they can do, what they cannot, and what is kept of them.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { FILE_DEFINITION, PNG } from '../support/attachments.ts';
import { adminBrowser, type Browser } from '../support/browser.ts';
import { startCallers } from '../support/callers.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import {
  allowPublicLinks,
  type MadeLink,
  makePublicLink,
  tokenOf,
  type Visitor,
  visit,
} from '../support/public-links.ts';

const DAY_MS = 86_400_000;
const AGENT = 'a rare browser 7.3';
const said = (answer: Answer) => [answer.status, answer.at('code')];

forEngineOrBoth('sqlite', (engine) => {
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
  const cookieIn = ({ headers }: Answer): string =>
    /__Host-browser=[^;]+/.exec(headers['set-cookie'] ?? '')?.[0] ?? '';

  test('somebody without an account sends a form, which people then read as sent by the link', async () => {
    const link = await make({ name: 'Gate 7', thankYou: 'See you on Monday.', proofOfWork: true });
    const visitor = await visit(node, link.token);
    assert.equal(visitor.opened.status, 201, visitor.opened.text);
    const form = await visitor.send('GET', 'form');
    assert.deepEqual(form.at('definition'), DEFINITION);
    assert.match(String(form.headers['cache-control']), /no-store/);
    const sent = await visitor.answer({ site: 'Dam 4' });
    assert.equal(sent.status, 201, sent.text);
    assert.equal(sent.at('thankYou'), 'See you on Monday.');
    const receipt = String(sent.at('receipt'));
    const found = await admin.send('GET', `/app/v1/forms?scope=all&q=${receipt}`);
    const id = String(found.at('items', 0, 'id'));
    const by = { id: link.id, name: 'Link: Gate 7' };
    assert.deepEqual(found.at('items', 0, 'assignee'), { ...by, type: 'Link' });
    const detail = await admin.send('GET', `/app/v1/forms/${id}`);
    assert.deepEqual(detail.at('createdBy'), by);
    assert.deepEqual(
      [detail.at('status'), detail.at('answers'), detail.at('receipt')],
      ['complete', { site: 'Dam 4' }, receipt],
    );
    assert.deepEqual(
      [0, 1].map((i) => [detail.at('history', i, 'action'), detail.at('history', i, 'actor')]),
      [
        ['create', by],
        ['complete', by],
      ],
    );
    const api = await node.request('GET', `/v2/formz/${id}`);
    const url = `${node.baseUrl}/v2/links/${link.id}`;
    assert.deepEqual(
      [api.at('createdBy'), api.at('completedBy'), api.at('assignment')],
      [
        { id: link.id, url },
        { id: link.id, url },
        { id: link.id, type: 'Link', url },
      ],
    );
    assert.equal((await node.request('GET', `/v2/links/${link.id}`)).at('name'), 'Gate 7');
    const audited = await admin.send('GET', `/app/v1/audit-events?targetId=${id}`);
    assert.equal(audited.status, 200, audited.text);
    assert.deepEqual(audited.at('items', 0, 'user'), by, audited.text);
    const reopened = await admin.send('POST', `/app/v1/forms/${id}/reopen`);
    assert.equal(reopened.status, 200, reopened.text);
  });

  test('a program makes a link once however often it asks, prefills it, and ends it', async () => {
    const { templateId } = await make();
    const api = (method: string, path: string, body: object, headers = {}) =>
      node.request(method, `/v2${path}`, { body, headers });
    const ask = () =>
      api(
        'POST',
        `/templates/${templateId}/links`,
        { name: 'Gate 9', proofOfWork: false },
        { 'idempotency-key': 'gate-9' },
      );
    const [made, again] = [await ask(), await ask()];
    assert.deepEqual([made.status, again.status], [201, 201], made.text);
    assert.equal(again.at('id'), made.at('id'));
    const listed = await node.request('GET', `/v2/templates/${templateId}/links`);
    assert.deepEqual(listed.at('items', 0), made.body);
    const path = `/public-links/${String(made.at('id'))}`;
    const prefilled = await api('POST', `${path}/prefill`, { answers: { site: 'Dam 9' } });
    assert.equal(prefilled.status, 200, prefilled.text);
    const visitor = await visit(node, tokenOf(prefilled));
    assert.match((await visitor.send('GET', 'form')).text, /Dam 9/);
    const ended = await api('PATCH', path, { state: 'ended' });
    assert.equal(ended.at('state'), 'ended', ended.text);
    assert.deepEqual(said((await visit(node, tokenOf(made))).opened), [410, 'public-link-ended']);
    const others = await startCallers(node);
    const member = await others.actAs('member');
    const refused = await node.request('GET', `/v2/templates/${templateId}/links`, {
      token: member.token,
    });
    assert.equal(refused.status, 403, refused.text);
  });

  test('the name of a form that came by a link follows its answers, and goes on naming the link', async () => {
    const namePattern = '{site} ({user})';
    const link = await makePublicLink(admin, DEFINITION, { name: 'Gate 8' }, { namePattern });
    await (await visit(node, link.token)).answer({ site: 'Dam 4' });
    const [form] = await formsOf(link);
    assert.equal(form?.name, 'Dam 4 (Link: Gate 8)');
    const reopened = await admin.send('POST', `/app/v1/forms/${form?.id}/reopen`);
    const body = { revision: reopened.at('revision'), answers: { site: 'Dam 5' } };
    const changed = await admin.send('PATCH', `/app/v1/forms/${form?.id}`, { body });
    assert.equal(changed.status, 200, changed.text);
    assert.equal((await formsOf(link))[0]?.name, 'Dam 5 (Link: Gate 8)');
  });

  test('nothing of a form that came by a link tells who sent it', async () => {
    const link = await make();
    const headers = { 'user-agent': AGENT };
    const opened = await node.request('POST', '/link/v1/session', {
      token: null,
      headers,
      body: { token: link.token },
    });
    const token = String(opened.at('session'));
    await node.request('GET', '/link/v1/form', { token, headers });
    const body = { answers: { site: 'Dam' } };
    const sent = await node.request('POST', '/link/v1/answers', { token, headers, body });
    assert.equal(sent.status, 201, sent.text);
    const { reader } = node.services.db;
    const [form] = await formsOf(link);
    const events = await reader
      .selectFrom('audit_events')
      .selectAll()
      .where('target_id', '=', form?.id ?? '')
      .execute();
    assert.equal(events.length, 2);
    assert.deepEqual([...new Set(events.map(({ ip }) => ip))], [null]);
    const sessions = await reader.selectFrom('public_link_sessions').selectAll().execute();
    const logged = node.logs.filter((line) => line.includes('/link/v1/'));
    const kept = JSON.stringify([events, sessions, form, logged]);
    assert.doesNotMatch(kept, /127\.0\.0\.1|::1|rare browser/);
    for (const secret of [link.token, token]) assert.ok(!kept.includes(secret));
    assert.match(kept, /\/link\/v1\/answers/, 'the requests are in the log');
  });

  test('sent twice, at once or after the answer was lost, it is one form with one receipt', async () => {
    const link = await make({ maxAnswers: 3, oncePerBrowser: true });
    const visitor = await visit(node, link.token);
    const sent = await Promise.all([1, 2, 3].map(() => visitor.answer({ site: 'Dam' })));
    assert.deepEqual(sent.map(({ status }) => status).toSorted(), [200, 200, 201]);
    const again = await visit(node, link.token, { draft: String(visitor.opened.at('draft')) });
    assert.equal(again.opened.at('receipt'), sent[0]?.at('receipt'));
    assert.equal((await again.answer({ site: 'Other' })).status, 200);
    const [form, ...more] = await formsOf(link);
    assert.deepEqual([form?.answers, more], ['{"site":"Dam"}', []]);
  });

  test('each browser sends one form where the link asks for that, whatever it does at once', async () => {
    const link = await make({ oncePerBrowser: true });
    const first = await visit(node, link.token);
    const cookie = cookieIn(first.opened);
    assert.match(first.opened.headers['set-cookie'] ?? '', /HttpOnly; SameSite=Strict$/);
    const second = await visit(node, link.token, { cookie });
    assert.equal(second.opened.headers['set-cookie'], undefined);
    const sent = await Promise.all([first, second].map((each) => each.answer({ site: 'Dam' })));
    assert.deepEqual(sent.map(({ status }) => status).toSorted(), [201, 409]);
    const third = (await visit(node, link.token, { cookie })).opened;
    assert.deepEqual(said(third), [409, 'public-link-answered']);
    const stranger = await visit(node, link.token);
    assert.equal((await stranger.answer({ site: 'Dam' })).status, 201);
    // Another link takes a form from the same browser, and cannot know that it is the same.
    const other = await visit(node, (await make({ oncePerBrowser: true })).token, { cookie });
    assert.equal((await other.answer({ site: 'Dam' })).status, 201);
  });

  test('a link says when it opens, and that it is paused, closed, ended, off, or unknown', async () => {
    const soon = new Date(node.clock.now() + DAY_MS).toISOString();
    const link = await make({ opensAt: soon });
    const early = (await visit(node, link.token)).opened;
    assert.deepEqual([...said(early), early.at('opensAt')], [403, 'public-link-early', soon]);
    await change(link, { opensAt: null });
    const visitor = await visit(node, link.token);
    assert.equal(visitor.opened.status, 201);
    const tries = async () => [
      said((await visit(node, link.token)).opened),
      said(await visitor.answer({ site: 'Dam' })),
      said(await upload(visitor)),
    ];
    const all = (status: number, code: string) => Array.from({ length: 3 }, () => [status, code]);
    await change(link, { state: 'paused' });
    assert.deepEqual(await tries(), all(403, 'public-link-paused'));
    await change(link, { state: 'active', closesAt: new Date(node.clock.now() - 1).toISOString() });
    assert.deepEqual(await tries(), all(410, 'public-link-ended'));
    await change(link, { closesAt: null });
    await admin.send('POST', `/app/v1/templates/${link.templateId}/archive`);
    assert.deepEqual(await tries(), all(410, 'public-link-ended'));
    await admin.send('POST', `/app/v1/templates/${link.templateId}/restore`);
    const off = await admin.send('PATCH', '/app/v1/account', { body: { publicLinks: false } });
    assert.equal(off.status, 200, off.text);
    assert.deepEqual(await tries(), all(403, 'public-links-off'));
    const path = `/app/v1/templates/${link.templateId}/links`;
    const refused = await admin.send('POST', path, { body: { name: 'x' } });
    assert.deepEqual(said(refused), [403, 'public-links-off']);
    await allowPublicLinks(node);
    assert.equal((await change(link, { state: 'ended' })).status, 200);
    assert.deepEqual(await tries(), all(410, 'public-link-ended'));
    assert.deepEqual(said(await change(link, { state: 'active' })), [410, 'public-link-ended']);
    for (const token of [
      '',
      'x',
      'a.b',
      `${link.token}x`,
      link.token.slice(0, -1),
      '#',
      '{"a":1}',
    ]) {
      const { opened } = await visit(node, token);
      assert.ok([400, 404].includes(opened.status), `${token} ${opened.text}`);
    }
  });

  test('a form that was begun keeps its version when the template changes meanwhile', async () => {
    const link = await make();
    const before = await visit(node, link.token);
    const template = await admin.send('GET', `/app/v1/templates/${link.templateId}`);
    const definition = { elements: [{ type: 'text', name: 'place', isRequired: true }] };
    const revision = template.at('revision');
    const path = `/app/v1/templates/${link.templateId}`;
    const changed = await admin.send('PATCH', path, { body: { definition, revision } });
    assert.equal(changed.status, 200, changed.text);
    assert.equal((await admin.send('POST', `${path}/publish`, { body: {} })).status, 200);
    const draft = String(before.opened.at('draft'));
    const again = await visit(node, link.token, { draft });
    assert.deepEqual((await again.send('GET', 'form')).at('definition'), DEFINITION);
    assert.equal((await again.answer({ site: 'Dam' })).status, 201);
    const fresh = await visit(node, link.token, { draft: `${draft.slice(0, -1)}x` });
    assert.deepEqual((await fresh.send('GET', 'form')).at('definition'), definition);
  });
});

forEngineOrBoth('sqlite', (engine) => {
  test('an address opens and sends so often, and a link takes so many, in a while', async (t) => {
    const node = await startInstance(engine, {
      env: {
        FORMSTEAD_LIMIT_LINKS: '8',
        FORMSTEAD_LIMIT_LINK_SENDS_PER_ADDRESS: '3',
        FORMSTEAD_LIMIT_LINK_SENDS: '4',
      },
    });
    t.after(() => node.close());
    await allowPublicLinks(node);
    const link = await makePublicLink(await adminBrowser(node), DEFINITION);
    const statuses: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      const visitor = await visit(node, link.token);
      statuses.push((await visitor.answer({ site: 'Dam' })).status);
    }
    assert.deepEqual(statuses, [201, 201, 201, 429]);
    for (let i = 0; i < 4; i += 1) await visit(node, link.token);
    const refused = (await visit(node, link.token)).opened;
    assert.deepEqual(said(refused), [429, 'too-many-requests']);
    assert.match(refused.headers['retry-after'] ?? '', /^\d+$/);
  });
  test('an address uploads so many files in a while, and the next one is refused before it is read', async (t) => {
    const node = await startInstance(engine, {
      env: { FORMSTEAD_LIMIT_LINK_UPLOADS_PER_ADDRESS: '3' },
    });
    t.after(() => node.close());
    await allowPublicLinks(node);
    const link = await makePublicLink(await adminBrowser(node), FILE_DEFINITION);
    const upload = async (body: Buffer) => {
      // Each with a session of its own.
      const { send } = await visit(node, link.token);
      return send('POST', 'files?field=photo&fileName=site.png', {
        body,
        headers: { 'content-type': 'image/png' },
      });
    };
    for (let i = 0; i < 3; i += 1) assert.equal((await upload(PNG)).status, 201);
    // Its bytes are no picture, which is not noticed before they are read.
    const refused = await upload(Buffer.from('no picture'));
    assert.deepEqual(said(refused), [429, 'too-many-requests']);
    assert.match(refused.headers['retry-after'] ?? '', /^\d+$/);
    const { n } = await node.services.db.reader
      .selectFrom('attachments')
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    assert.equal(Number(n), 3);
  });
});
