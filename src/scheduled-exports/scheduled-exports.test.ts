// Scheduled exports: made once for each date with the rights that their owner has then, delivered by mail or into the
// bucket, and told about when they fail or can't go on.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AwsClient } from 'aws4fetch';
import { leasesIn } from '#db/leases.ts';
import { dayIn } from '#kernel/time-zone.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { ADMIN_PASSWORD, type Answer } from '../../test/support/instance.ts';
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts';
import { makeRightsWorld, type Person, type RightsWorld } from '../../test/support/rights-world.ts';
import { startBucket, type TestBucket } from '../../test/support/s3.ts';
import { fresh } from '../../test/support/scim.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { beginScheduledExports } from './begin-due.ts';
import { deliverScheduledExports } from './deliver-results.ts';

const PATH = '/app/v1/scheduled-exports';
const DAY_MS = 86_400_000;
/** Nine hours ahead of UTC all year round. */
const ZONE = 'Asia/Tokyo';

forEachEngine((engine) => {
  let mail: MailServer;
  let bucket: TestBucket;
  let world: RightsWorld;
  before(async () => {
    mail = await startMailServer();
    bucket = await startBucket();
    const { endpoint, bucket: name } = bucket.settings;
    world = await makeRightsWorld(engine, {
      env: {
        ...mail.env,
        FORMSTEAD_FILES_S3_ENDPOINT: endpoint,
        FORMSTEAD_FILES_S3_BUCKET: name,
        FORMSTEAD_FILES_S3_ACCESS_KEY: 'S3RVER',
        FORMSTEAD_FILES_S3_SECRET_KEY: 'S3RVER',
        FORMSTEAD_EXPORTS_TO_BUCKET: 'on',
      },
    });
    await ok(world.adam, 'PATCH', '/app/v1/account', { timeZone: ZONE });
  });
  after(async () => {
    await world.node.close();
    await bucket.close();
    await mail.close();
  });

  const ask = async (by: Person, method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await by.ask(method, path, body && { body });
    // The clock has ended the session, or has made its confirmation old.
    if (answer.status !== 401 && answer.at('code') !== 'confirmation-needed') return answer;
    const [name = ''] = Object.entries(world).find(([, each]) => each === by) ?? [];
    assert.equal((await by.browser.signIn(name, ADMIN_PASSWORD)).status, 201);
    return by.ask(method, path, body && { body });
  };
  const ok = async (by: Person, method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await ask(by, method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const deps = () => ({ ...world.node.services, publicUrl: () => world.node.server.publicUrl });
  const begin = () => beginScheduledExports(deps()).run();
  const deliver = () => deliverScheduledExports(deps()).run();
  const schedule = async (by: Person, more: object = {}): Promise<string> => {
    const body = {
      ...{ name: 'Daily pay', templateId: world.salaries, kind: 'csv', delivery: 'mail' },
      ...{ every: 'day', time: '06:00', ...more },
    };
    return String((await ok(by, 'POST', PATH, body)).at('id'));
  };
  interface Item {
    readonly id: string;
    readonly state: string;
    readonly reason?: string;
    readonly nextAt?: string;
    readonly runs: readonly { day: string; outcome: string; reason?: string }[];
  }
  const read = async (by: Person, id: string, query = ''): Promise<Item> => {
    const items: readonly Item[] = Object((await ok(by, 'GET', `${PATH}${query}`)).body).items;
    const found = items.find((each) => each.id === id);
    assert.ok(found);
    return found;
  };
  /** Moves the clock to a schedule's next date. */
  const toNext = async (by: Person, id: string): Promise<number> => {
    const { clock } = world.node;
    const at = Date.parse((await read(by, id)).nextAt ?? '');
    clock.advance(at - clock.now());
    return at;
  };
  /** Takes the lease of the node's own deliveries for a minute, so that the test says when the next one is. */
  const holdDeliveries = async (): Promise<void> => {
    const { db } = world.node.services;
    const { name } = deliverScheduledExports(deps());
    await db.reader.deleteFrom('leases').where('name', '=', name).execute();
    const lease = { name, holder: 'the test', lifeMs: 60_000, now: world.node.clock.now() };
    assert.ok(await leasesIn(db).take(lease));
  };
  /** Waits until nothing is being exported, and delivers. */
  const delivered = async (): Promise<void> => {
    const { reader } = world.node.services.db;
    await waitUntil(async () => {
      const open = reader.selectFrom('export_jobs').select('id').where('finished_at', 'is', null);
      return (await open.execute()).length === 0;
    });
    await deliver();
    await waitUntil(async () => {
      return (await reader.selectFrom('notices').select('id').execute()).length === 0;
    });
  };
  const exportsOf = async (by: Person): Promise<readonly { files: { url: string }[] }[]> =>
    Object((await ok(by, 'GET', '/app/v1/exports?limit=100')).body).items;
  /** Returns what the bell says of scheduled exports, after everybody was told. */
  const told = async (by: Person): Promise<readonly string[]> => {
    await world.node.services.noticeSpreader.job.run();
    const list = await ok(by, 'GET', '/app/v1/notices?limit=100');
    const items: readonly { kind: string; outcome: string; about: { id: string; name: string } }[] =
      Object(list.body).items;
    return items
      .filter(({ kind }) => kind === 'delivery-failing')
      .map(({ outcome, about }) => `${about.id} ${outcome}`);
  };
  const address = async ({ by }: Person): Promise<string> => {
    const email = `${fresh()}@people.example`;
    await ok(world.adam, 'PATCH', `/app/v1/users/${by.userId}`, { email });
    return email;
  };

  /** The id of the first field of the template. */
  const site = async (): Promise<string> => {
    const table = await ok(world.hanna, 'GET', `/app/v1/templates/${world.salaries}/answers`);
    return String(table.at('fields', 0, 'id'));
  };
  const give = (person: Person, rights: object) =>
    ok(world.hanna, 'PUT', `/app/v1/templates/${world.salaries}/rights/${person.by.userId}`, {
      ...{ fill: false, see: 'own', edit: false, assign: false, review: false, manage: false },
      ...rights,
    });

  test('an export with a saved view is made at its time with the rights of that day, and its owner gets a mail with the link', async () => {
    const { hanna, salaries } = world;
    const email = await address(hanna);
    const view = await ok(hanna, 'POST', '/app/v1/views', {
      ...{ name: 'Numbers', list: 'answers', templateId: salaries },
      state: { columns: `number,${await site()}`, status: 'draft' },
    });
    const id = await schedule(hanna, { viewId: view.at('id'), every: 'week', on: 1 });
    const at = await toNext(hanna, id);
    assert.equal(new Date(at + 9 * 3_600_000).toISOString().slice(11, 16), '06:00');
    assert.equal(new Date(at + 9 * 3_600_000).getUTCDay(), 1);
    // Read anew for each date.
    const state = { columns: await site(), status: 'draft' };
    await ok(hanna, 'PATCH', `/app/v1/views/${view.at('id')}`, { state });
    const before = (await exportsOf(hanna)).length;
    await Promise.all([begin(), begin()]);
    await begin();
    await delivered();
    const made = await exportsOf(hanna);
    assert.equal(made.length, before + 1);
    const file = await ok(hanna, 'GET', made[0]?.files[0]?.url ?? '');
    assert.deepEqual(file.text.split(/\r?\n/)[0], 'site');
    const { runs, nextAt } = await read(hanna, id);
    assert.deepEqual(runs, [{ day: dayIn(at, ZONE), outcome: 'made' }]);
    assert.equal(nextAt, new Date(at + 7 * DAY_MS).toISOString());
    const [letter] = await mail.waitFor(email);
    assert.match(
      letter?.text ?? '',
      /Download the scheduled export “Daily pay” here:\s+https:\S+\/exports\b/,
    );
    assert.doesNotMatch(letter?.text ?? '', /left|no export for these days/);
    await ok(hanna, 'DELETE', `${PATH}/${id}`);
  });

  test('after days without any node only the newest date is made, and the mail names those that were left out', async () => {
    const { dora, node } = world;
    const email = await address(dora);
    const body = { name: fresh(), definition: { elements: [{ type: 'text', name: 'site' }] } };
    const template = String((await ok(dora, 'POST', '/app/v1/templates', body)).at('id'));
    await ok(dora, 'POST', `/app/v1/templates/${template}/publish`, {});
    const id = await schedule(dora, { templateId: template, kind: 'json' });
    const first = await toNext(dora, id);
    node.clock.advance(3 * DAY_MS);
    await begin();
    await delivered();
    const days = [3, 2, 1, 0].map((n) => dayIn(first + n * DAY_MS, ZONE));
    const { runs } = await read(dora, id);
    assert.deepEqual(
      runs.map(({ day, outcome }) => [day, outcome]),
      days.map((day, n) => [day, n === 0 ? 'made' : 'left-out']),
    );
    const [letter] = await mail.waitFor(email);
    assert.match(letter?.text ?? '', /no export for these days, because Formstead was not running/);
    const [, oldest = ''] =
      /running: (\d+ \w+ \d+), /.exec((letter?.text ?? '').replaceAll(/\s+/g, ' ')) ?? [];
    assert.equal(dayIn(Date.parse(`${oldest} 12:00 UTC`), 'UTC'), days[3]);
    assert.equal((await exportsOf(dora)).length, 1);
    await ok(dora, 'DELETE', `${PATH}/${id}`);
  });

  test('a copy lies in the bucket under its date, and only an admin may have one', async () => {
    const { adam, hanna, node } = world;
    const refused = await ask(hanna, 'POST', PATH, {
      ...{ name: fresh(), templateId: world.salaries, kind: 'json', delivery: 'bucket' },
      ...{ every: 'day', time: '06:00' },
    });
    assert.equal(refused.status, 403, refused.text);
    const id = await schedule(adam, { kind: 'json', delivery: 'bucket', time: '07:30' });
    const at = await toNext(adam, id);
    await begin();
    await delivered();
    assert.deepEqual((await read(adam, id)).runs, [{ day: dayIn(at, ZONE), outcome: 'made' }]);
    const s3 = new AwsClient({ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', service: 's3' });
    const name = `exports/${node.account.accountCode}/${id}/${dayIn(at, ZONE)}.json`;
    const stored = await s3.fetch(`${bucket.settings.endpoint}/files/${name}`);
    assert.equal(stored.status, 200);
    const [mine] = await exportsOf(adam);
    const original = await ok(adam, 'GET', mine?.files[0]?.url ?? '');
    assert.equal(await stored.text(), original.text);
    // It stops, and says so, when its owner is not an admin any more.
    await ok(adam, 'PATCH', `${PATH}/${id}`, { paused: true });
    assert.equal((await read(adam, id)).nextAt, undefined);
    await ok(adam, 'PATCH', `${PATH}/${id}`, { paused: false });
    await toNext(adam, id);
    const setRole = (role: string) =>
      node.services.db.reader
        .updateTable('users')
        .set({ role: role === 'admin' ? 'admin' : 'designer' })
        .where('id', '=', adam.by.userId)
        .execute();
    await setRole('designer');
    await begin();
    await setRole('admin');
    const stopped = await read(adam, id);
    assert.deepEqual([stopped.state, stopped.reason], ['stopped', 'not-admin']);
    assert.deepEqual(await told(adam), [`${id} stopped`]);
    await ok(adam, 'DELETE', `${PATH}/${id}`);
    assert.deepEqual(await told(adam), []);
  });

  test('a date that fails is told and the next one is tried; lost rights and a deleted view stop the schedule', async () => {
    const { hanna, hugo, salaries } = world;
    await give(hugo, { fill: true, see: 'all' });
    const view = await ok(hugo, 'POST', '/app/v1/views', {
      ...{ name: 'Mine', list: 'answers', templateId: salaries },
      state: { sort: `${await site()} asc` },
    });
    const path = `/app/v1/views/${view.at('id')}`;
    const id = await schedule(hugo, { viewId: view.at('id') });
    await ok(hugo, 'PATCH', path, { state: { sort: 'wages asc' } });
    const failed = await toNext(hugo, id);
    await begin();
    assert.deepEqual((await read(hugo, id)).runs, [
      { day: dayIn(failed, ZONE), outcome: 'failed', reason: 'invalid-parameter' },
    ]);
    assert.deepEqual(await told(hugo), [`${id} failed`]);
    await ok(hugo, 'PATCH', path, { state: { sort: `${await site()} asc` } });
    await toNext(hugo, id);
    await begin();
    await delivered();
    assert.equal((await read(hugo, id)).runs[0]?.outcome, 'made');
    await ok(hugo, 'DELETE', path);
    await toNext(hugo, id);
    await begin();
    const gone = await read(hugo, id);
    assert.deepEqual([gone.state, gone.reason, gone.nextAt], ['stopped', 'no-view', undefined]);
    const resumed = await ask(hugo, 'PATCH', `${PATH}/${id}`, { paused: false });
    assert.equal(resumed.at('reason'), 'unknown-view', resumed.text);
    assert.equal((await ask(hanna, 'DELETE', `${PATH}/${id}`)).status, 404);
    assert.equal((await ask(hanna, 'PATCH', `${PATH}/${id}`, { paused: true })).status, 404);
    await ok(hugo, 'DELETE', `${PATH}/${id}`);
  });

  test('its owner changes what is exported and when, and a stopped one goes on with another view', async () => {
    const { adam, hugo, salaries } = world;
    await give(hugo, { fill: true, see: 'all' });
    const view = async (name: string) => {
      const state = { columns: await site() };
      const body = { name, list: 'answers', templateId: salaries, state };
      return String((await ok(hugo, 'POST', '/app/v1/views', body)).at('id'));
    };
    const [first, second] = [await view(fresh()), await view(fresh())];
    const id = await schedule(hugo, { viewId: first });
    const change = (by: Person, body: object) => ask(by, 'PATCH', `${PATH}/${id}`, body);
    for (const [by, body, status] of [
      [adam, { name: 'Mine now' }, 403],
      [adam, { name: 'Mine now', paused: true }, 403],
      [hugo, {}, 400],
      [hugo, { every: 'month' }, 400],
      [hugo, { on: 3 }, 400],
      [hugo, { kind: 'pdf' }, 400],
      [hugo, { viewId: id }, 400],
      [hugo, { delivery: 'bucket' }, 403],
    ] as const) {
      const refused = await change(by, body);
      assert.equal(refused.status, status, `${JSON.stringify(body)} ${refused.text}`);
    }
    const made = await toNext(hugo, id);
    await begin();
    await delivered();
    // The day has its export, so a later time is that of the next day.
    const later = await change(hugo, { name: 'Later', time: '06:30' });
    assert.equal(later.status, 200, later.text);
    assert.deepEqual(
      [later.at('name'), later.at('every'), later.at('kind'), later.at('view', 'id')],
      ['Later', 'day', 'csv', first],
    );
    assert.equal(later.at('nextAt'), new Date(made + DAY_MS + 30 * 60_000).toISOString());
    const values = await schedule(hugo, { choices: 'values' });
    await ok(hugo, 'PATCH', `${PATH}/${values}`, { kind: 'pdf' });
    const weekly = await change(hugo, { every: 'week', on: 3, kind: 'json', viewId: null });
    assert.equal(weekly.at('view'), undefined, weekly.text);
    assert.equal(new Date(Date.parse(String(weekly.at('nextAt'))) + 9 * 3_600_000).getUTCDay(), 3);
    await ok(hugo, 'PATCH', `${PATH}/${id}`, { every: 'day', kind: 'csv', viewId: first });
    await ok(hugo, 'DELETE', `/app/v1/views/${first}`);
    await toNext(hugo, id);
    await begin();
    assert.equal((await read(hugo, id)).reason, 'no-view');
    const on = await change(hugo, { viewId: second, paused: false });
    assert.deepEqual([on.at('state'), on.at('reason')], ['running', undefined], on.text);
    await ok(hugo, 'DELETE', `${PATH}/${id}`);
  });

  test('before a saved view is deleted, its owner reads which scheduled exports use it, and how many of others', async () => {
    const { adam, dora, hanna, salaries } = world;
    const view = await ok(hanna, 'POST', '/app/v1/views', {
      ...{ name: fresh(), list: 'answers', templateId: salaries, sharing: { with: 'everyone' } },
      state: { columns: await site() },
    });
    const path = `/app/v1/views/${view.at('id')}/consequences`;
    assert.deepEqual((await ok(hanna, 'GET', path)).body, { scheduledExports: [], more: 0 });
    const mine = await schedule(hanna, { name: 'Hanna’s', viewId: view.at('id') });
    const theirs = await schedule(adam, { name: 'Adam’s', viewId: view.at('id') });
    const namesFor = async (by: Person) => {
      const { scheduledExports, more } = Object((await ok(by, 'GET', path)).body);
      const named = scheduledExports.map((each: { name: string }) => each.name);
      return [...named, more];
    };
    assert.deepEqual(await namesFor(hanna), ['Hanna’s', 1]);
    assert.deepEqual(await namesFor(adam), ['Hanna’s', 'Adam’s', 0]);
    assert.equal((await ask(dora, 'GET', path)).status, 404);
    for (const [by, id] of [
      [hanna, mine],
      [adam, theirs],
    ] as const) {
      await ok(by, 'DELETE', `${PATH}/${id}`);
    }
  });

  test('when the owner leaves, the schedule stops and the admins are told; what they may not see any more is not sent', async () => {
    const { gina, adam } = world;
    await give(gina, { fill: true, see: 'all' });
    const email = await address(gina);
    const id = await schedule(gina, { name: 'Of Gina' });
    await toNext(gina, id);
    await holdDeliveries();
    await begin();
    // Between the export and its delivery.
    await give(gina, { fill: true, see: 'own' });
    await delivered();
    assert.equal((await read(gina, id)).runs[0]?.reason, 'results-hidden');
    const letters = mail.taken.filter(({ to }) => to.includes(email));
    assert.ok(letters.every(({ text }) => !text.includes('Download')));
    await give(gina, { fill: true, see: 'all' });
    await toNext(gina, id);
    await ok(adam, 'PATCH', `/app/v1/users/${gina.by.userId}`, { active: false });
    await begin();
    assert.deepEqual(await told(adam), [`${id} stopped`]);
    const seen = await read(adam, id, '?everyone=true');
    assert.deepEqual([seen.state, seen.reason], ['stopped', 'owner-inactive']);
    const counts = await ok(adam, 'GET', `/app/v1/users/${gina.by.userId}/consequences`);
    assert.equal(counts.at('scheduledExports'), 1);
    assert.equal((await ask(world.hanna, 'GET', `${PATH}?everyone=true`)).status, 403);
    await ok(adam, 'DELETE', `${PATH}/${id}`);
  });

  test('the list reads on past its first page, and a user has at most twenty', async () => {
    const { dora } = world;
    const body = { name: fresh(), definition: { elements: [{ type: 'text', name: 'site' }] } };
    const templateId = String((await ok(dora, 'POST', '/app/v1/templates', body)).at('id'));
    const ids: string[] = [];
    for (let i = 0; i < 20; i += 1) ids.push(await schedule(dora, { templateId, name: fresh() }));
    const more = {
      ...{ name: 'x', templateId, kind: 'csv', delivery: 'mail' },
      ...{ every: 'day', time: '06:00' },
    };
    const over = await ask(dora, 'POST', PATH, more);
    assert.deepEqual([over.status, over.at('code'), over.at('limit')], [400, 'too-many', 20]);
    const found: string[] = [];
    for (let next: unknown = ''; next !== undefined; ) {
      const page = await ok(dora, 'GET', `${PATH}?limit=7${next === '' ? '' : `&cursor=${next}`}`);
      found.push(...Object(page.body).items.map((each: Item) => each.id));
      next = page.at('next');
    }
    assert.deepEqual(found, ids.toReversed());
    const wrong = await ask(dora, 'POST', PATH, { ...more, every: 'week', on: 8 });
    assert.deepEqual([wrong.status, wrong.at('at')], [400, 'on']);
  });
});
