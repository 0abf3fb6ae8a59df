// Whoever ends the mails of a scheduled export from one of them (RFC 8058) has paused it.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../test/support/engines.ts';
import { ADMIN_PASSWORD, type Answer } from '../../test/support/instance.ts';
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts';
import { makeRightsWorld, type RightsWorld } from '../../test/support/rights-world.ts';
import { fresh } from '../../test/support/scim.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { beginScheduledExports } from './begin-due.ts';
import { deliverScheduledExports } from './deliver-results.ts';

const PATH = '/app/v1/scheduled-exports';

forEachEngine((engine) => {
  let mail: MailServer;
  let world: RightsWorld;
  before(async () => {
    mail = await startMailServer();
    world = await makeRightsWorld(engine, { env: mail.env });
  });
  after(async () => {
    await world.node.close();
    await mail.close();
  });

  const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await world.hanna.ask(method, path, body && { body });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const schedule = async (): Promise<string> => {
    const what = { name: 'Daily pay', templateId: world.salaries, kind: 'csv', delivery: 'mail' };
    return String((await ask('POST', PATH, { ...what, every: 'day', time: '06:00' })).at('id'));
  };
  const stateOf = async (id: string) => {
    const items: readonly { id: string; state: string }[] = Object(
      (await ask('GET', PATH)).at('items'),
    );
    return items.find((each) => each.id === id)?.state;
  };
  /** Lets the next date of all scheduled exports come, and delivers what is made then. */
  const deliver = async (): Promise<void> => {
    const { services, clock, server } = world.node;
    const { items } = Object((await ask('GET', PATH)).body);
    clock.advance(Date.parse(items[0].nextAt) - clock.now());
    assert.equal((await world.hanna.browser.signIn('hanna', ADMIN_PASSWORD)).status, 201);
    const deps = { ...services, publicUrl: () => server.publicUrl };
    await beginScheduledExports(deps).run();
    const open = services.db.reader
      .selectFrom('export_jobs')
      .select('id')
      .where('finished_at', 'is', null);
    await waitUntil(async () => (await open.execute()).length === 0);
    await deliverScheduledExports(deps).run();
  };
  const urlIn = (headers: string): string => {
    assert.match(headers, /^list-unsubscribe-post: List-Unsubscribe=One-Click$/im);
    return /^list-unsubscribe: <(https:[^>]+)>$/im.exec(headers)?.[1] ?? assert.fail(headers);
  };
  const end = (url: string): Promise<Answer> => {
    const { pathname, search } = new URL(url);
    return world.node.request('POST', `${pathname}${search}`, {
      ...{ token: null, body: 'List-Unsubscribe=One-Click' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  };

  test('the one that the mail was of is paused, and no other, as often as it is asked', async () => {
    const email = `${fresh()}@people.example`;
    await world.adam.ask('PATCH', `/app/v1/users/${world.hanna.by.userId}`, { body: { email } });
    const [one, other] = [await schedule(), await schedule()];
    await deliver();
    const urls = (await mail.waitFor(email, 2)).map(({ headers }) => urlIn(headers));
    assert.equal(new Set(urls).size, 2);
    const [url = ''] = urls;
    assert.equal((await end(url)).status, 204);
    assert.equal((await end(url)).status, 204);
    const states = [await stateOf(one), await stateOf(other)];
    assert.deepEqual(states.toSorted(), ['paused', 'running']);
    for (const id of [one, other]) await ask('DELETE', `${PATH}/${id}`);
    assert.equal((await end(url)).status, 404, 'it is gone');
  });
});
