// The stream of the bell: it tells a change on any node, and ends with the session and with the server.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../test/support/browser.ts';
import { type EngineInstance, forEachEngine } from '../../test/support/engines.ts';
import { type EventStream, openEventStream } from '../../test/support/event-stream.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { ASKED_AGAIN_MS, MOST_OF_PERSON } from './streams.ts';

const PASSWORD = 'four green kettles in march';

forEachEngine((engine) => {
  let storage: EngineInstance;
  let node: Instance;
  let admin: Browser;
  let ann: Browser;
  let annId: string;
  let templateId: string;
  const streams: EventStream[] = [];
  before(async () => {
    storage = await engine.fresh('any');
    node = await startInstance(engine, { storage });
    admin = await adminBrowser(node);
    const body = { userName: 'ann', displayName: 'Ann', password: PASSWORD };
    annId = String((await admin.send('POST', '/app/v1/users', { body })).at('id'));
    ann = openBrowser(node);
    await ann.signIn('ann', PASSWORD);
    const definition = { elements: [{ type: 'text', name: 'site' }] };
    const template = { name: 'Inspection', definition, openToAll: true };
    const made = await admin.send('POST', '/app/v1/templates', { body: template });
    templateId = String(made.at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
  });
  after(async () => {
    for (const each of streams) each.close();
    await node.close();
  });

  const open = async (browser = ann, at: Instance = node): Promise<EventStream> => {
    const stream = await openEventStream(at, browser);
    streams.push(stream);
    return stream;
  };
  const close = async (): Promise<void> => {
    for (const each of streams.splice(0)) each.close();
  };
  const assign = async (): Promise<void> => {
    const body = { templateId, assignment: { type: 'User', id: annId } };
    const made = await admin.send('POST', '/app/v1/forms', { body });
    assert.equal(made.status, 201, made.text);
  };
  const readAll = async (browser: Browser): Promise<void> => {
    const until = new Date(node.clock.now()).toISOString();
    await browser.send('POST', '/app/v1/notices/read', { body: { until } });
  };

  test('two devices learn at once how many notices are unread, and that they were read on one of them', async () => {
    const other = openBrowser(node);
    await other.signIn('ann', PASSWORD);
    const [first, second] = [await open(), await open(other)];
    assert.equal(first.headers['content-type'], 'text/event-stream');
    assert.match(String(first.headers['cache-control']), /no-store/);
    await waitUntil(() => first.unread.at(-1) === 0 && second.unread.at(-1) === 0);
    await assign();
    await waitUntil(() => first.unread.at(-1) === 1 && second.unread.at(-1) === 1);
    const events = first.unread.length;
    await assign();
    await waitUntil(() => first.unread.length > events);
    assert.equal(first.unread.at(-1), 1, 'the notice has grown, and is still one');
    await readAll(other);
    await waitUntil(() => first.unread.at(-1) === 0 && second.unread.at(-1) === 0);
    await close();
  });

  // SQLite has one node.
  const onNodes = (name: string, body: () => Promise<void>): void => {
    if (engine.name === 'postgres') void test(name, body);
  };
  onNodes('a browser that another node serves learns it too', async () => {
    const { account, clock } = node;
    const second = await startInstance(engine, { storage, account, clock });
    try {
      const there = openBrowser(second);
      await there.signIn('ann', PASSWORD);
      const stream = await openEventStream(second, there);
      await waitUntil(() => stream.unread.at(-1) === 0);
      await assign();
      await waitUntil(() => stream.unread.at(-1) === 1);
      await readAll(ann);
      await waitUntil(() => stream.unread.at(-1) === 0);
      stream.close();
    } finally {
      await second.close();
    }
  });

  test('a stream does not keep a session alive, and ends with it', async () => {
    const gone = openBrowser(node);
    await gone.signIn('ann', PASSWORD);
    const stream = await open(gone);
    await waitUntil(() => stream.unread.length > 0);
    await gone.send('DELETE', '/app/v1/session');
    node.clock.advance(ASKED_AGAIN_MS);
    await waitUntil(() => stream.hasEnded());
    assert.equal((await open(gone)).status, 401);
    await close();
  });

  test('a person who loses a right is told a smaller number within 20 seconds', async () => {
    await assign();
    const stream = await open();
    await waitUntil(() => stream.unread.at(-1) === 1);
    // Straight in the storage, as another node does: nothing of the bell is written.
    const { db } = node.services;
    await db.reader
      .updateTable('forms')
      .set({ deleted_at: node.clock.now() })
      .where('assignee_id', '=', annId)
      .execute();
    node.clock.advance(ASKED_AGAIN_MS);
    await waitUntil(() => stream.unread.at(-1) === 0);
    await close();
  });

  test('a person has a few streams at once, and is told to ask instead of getting more', async () => {
    const all = await Promise.all(Array.from({ length: MOST_OF_PERSON }, () => open()));
    assert.ok(all.every(({ status }) => status === 200));
    const refused = await open();
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '60']);
    const colleague = await open(admin);
    assert.equal(colleague.status, 200);
    all[0]?.close();
    await waitUntil(async () => (await open()).status === 200);
    await close();
  });

  test('streams end when the server is told to stop, so that they do not hold it up', async () => {
    const stream = await open();
    await waitUntil(() => stream.unread.length > 0);
    node.server.beginDrain();
    await waitUntil(() => stream.hasEnded());
  });
});
