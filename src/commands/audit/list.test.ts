// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { commandLine, envOf, type Formstead } from '../../../test/support/command-line.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  let instance: Instance;
  let formstead: Formstead;
  /** When each event was written. */
  const times: number[] = [];
  before(async () => {
    const storage = await engine.fresh('any');
    instance = await startInstance(engine, { storage });
    formstead = commandLine(envOf(storage), { clock: instance.clock });
    const { services, account } = instance;
    const { accountId, userId } = account;
    const actor = { accountId, userId, credentialId: 'c1', ip: '192.0.2.7', via: 'api' } as const;
    for (let i = 0; i < 7; i += 1) {
      instance.clock.advance(1000);
      times.push(instance.clock.now());
      await services.db.transaction((tx) =>
        services.audit.append(tx, actor, {
          action: i % 2 === 0 ? 'thing.make' : 'thing.take',
          ...(i === 3 && { result: 'refused' }),
          targetType: 'Thing',
          targetId: `t${i}`,
          detail: { i, forged: 'a\r\nb\u001b[31m' },
        }),
      );
      if (i === 4) await services.chains.linkPending();
    }
  });
  after(() => instance.close());

  const things = async (...more: readonly string[]) => {
    const ran = await formstead('audit', 'list', '--action', 'thing.', '--json', ...more);
    assert.equal(ran.code, 0, ran.stderr);
    const events = ran.json('events');
    assert.ok(Array.isArray(events));
    return { targets: events.map(({ targetId }) => targetId).join(' '), events, ran };
  };

  test('lists the record newest first, page by page, linked or not', async () => {
    const first = await things('--limit', '3');
    assert.equal(first.targets, 't6 t5 t4');
    const second = await things('--limit', '3', '--after', first.ran.word('next'));
    assert.equal(second.targets, 't3 t2 t1');
    const last = await things('--limit', '3', '--after', second.ran.word('next'));
    assert.deepEqual([last.targets, last.ran.json('next')], ['t0', undefined]);
    const { at, ...event } = second.events[0];
    const [, , , from = 0, to = 0] = times;
    assert.ok(from <= Date.parse(at) && Date.parse(at) < to, at);
    assert.deepEqual(event, {
      id: event.id,
      action: 'thing.take',
      result: 'refused',
      via: 'api',
      userId: instance.account.userId,
      credentialId: 'c1',
      ip: '192.0.2.7',
      targetType: 'Thing',
      targetId: 't3',
      detail: { i: 3, forged: 'a\r\nb\u001b[31m' },
      chainSeq: event.chainSeq,
      chainHash: event.chainHash,
    });
    assert.equal(typeof event.chainSeq, 'number');
  });

  test('takes the filters of the API', async () => {
    const time = (i: number) => new Date(times[i] ?? 0).toISOString();
    for (const [options, expected] of [
      [['--result', 'refused'], 't3'],
      [['--target', 't5'], 't5'],
      [['--target-type', 'Thing', '--ip', '192.0.2.7', '--from', time(5)], 't6 t5'],
      [['--credential', 'c1', '--to', time(2)], 't1 t0'],
      [['--user', 'admin', '--from', time(1), '--to', time(2)], 't1'],
      [['--user', instance.account.userId, '--from', time(6)], 't6'],
      [['--user', '01990000-0000-7000-8000-000000000000'], ''],
      [['--account', instance.account.accountCode, '--from', time(6)], 't6'],
    ] as const) {
      assert.equal((await things(...options)).targets, expected, options.join(' '));
    }
  });

  test('shows people one line an event, whatever is in it', async () => {
    const ran = await formstead('audit', 'list', '--action', 'thing.', '--limit', '2');
    const lines = ran.stdout.trimEnd().split('\n');
    assert.equal(lines.length, 5, ran.stdout);
    assert.match(lines[0] ?? '', /^TIME +ACTION +RESULT +VIA +USER +CREDENTIAL +ADDRESS +TARGET/);
    assert.match(lines[1] ?? '', /thing\.make +ok +api .* c1 +192\.0\.2\.7 +Thing t6 +\{"i":6/);
    assert.match(lines[4] ?? '', /^There are more: --after [\w-]{36}$/);
    for (const moving of ['\r', '\u001b']) assert.ok(!ran.stdout.includes(moving));
  });

  test('whoever asks for what makes no sense is told what would', async () => {
    for (const [options, code, message] of [
      [['--from', 'yesterday'], 2, /--from: this must be a date or a time/],
      [['--result', 'maybe'], 2, /--result: this must be ok or refused/],
      [['--target-type', 'x'.repeat(600)], 2, /--target-type: this must be text/],
      [['--limit', '0'], 2, /--limit/],
      [['--after', 'x'], 1, /There is no event x/],
      [['--user', 'nobody'], 1, /There is no user nobody/],
    ] as const) {
      const ran = await formstead('audit', 'list', ...options);
      assert.equal(ran.code, code, ran.stderr);
      assert.match(ran.stderr, message);
    }
  });
});
