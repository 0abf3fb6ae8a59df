// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { commandLine, envOf } from '../../../test/support/command-line.ts';
import { examine } from '../../../test/support/doctor.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { createTestClock, startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  test('doctor says how far the record is linked, what waits, and whether its end was tampered with', async () => {
    const storage = await engine.fresh('any');
    const clock = createTestClock();
    const formstead = commandLine(envOf(storage), { clock });
    const look = async () => {
      const found = await examine(formstead);
      return [found.code, ...found.of('audit record').split('\n')];
    };
    const instance = await startInstance(engine, { storage, clock });
    const { services, account } = instance;
    await services.chains.linkPending();
    const { head } = await services.chains.verify(account.accountId);
    const linked = `ok: ${head?.seq} lines are linked, and every chain (1) ends where it was sealed`;
    assert.deepEqual(await look(), [
      0,
      linked,
      'ok: 0 lines wait to be linked, none for long; a node is linking',
    ]);

    await instance.close();
    await formstead('user', 'create', '--user-name', 'late');
    const [, , waiting = ''] = await look();
    assert.match(String(waiting), /^ok: \d lines? waits? .*; no node is linking$/);
    clock.advance(61_000);
    const [, , late = ''] = await look();
    assert.match(String(late), /^warning: \d lines? waits? .* since 20.*; no node .* -> start the/);

    const again = await startInstance(engine, { storage, clock, account });
    await again.services.chains.linkPending();
    await sql`update audit_chains set sealed = 'x'`.execute(again.services.db.reader);
    const [faulty, end = ''] = await look();
    assert.equal(faulty, 1);
    assert.match(
      String(end),
      new RegExp(`^fault: the record of 1 account .*: ${account.accountId} -> formstead audit ver`),
    );
    await again.close();
  });
});
