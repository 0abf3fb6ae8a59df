// The processes that make the assignments of series, two of them on PostgreSQL, are killed again and again. Nothing is made
// twice, and nothing is lost.
// Nightly: it kills the program again and again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayIn } from '#kernel/time-zone.ts';
import { createSeries } from '#series/create-series.ts';
import { forEachEngine } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import { startInstance } from '../support/instance.ts';
import { killUntilDone } from '../support/killed-job.ts';

const SERIES = 30;
const MEMBERS = 5;
/** Dates of the series that are assigned at once: today and the days of the lead time. */
const LEAD_DAYS = 3;

forEachEngine((engine) => {
  test('a series job that is killed at any moment makes nothing twice and loses nothing', async (t) => {
    const storage = await engine.fresh('any');
    const node = await startInstance(engine, { storage });
    const { db, forms, clock, directory } = node.services;
    const { accountId, userId } = node.account;
    const admin = { accountId, userId, role: 'admin', via: 'web' } as const;
    // Due in the last minute of the day after tomorrow and later, so that no midnight comes between.
    const start = dayIn(clock.now() + 86_400_000, 'UTC');
    await db.transaction(async (tx) => {
      const made = { name: 'Round', definition: DEFINITION, openToAll: true };
      const { id: templateId } = await forms.createTemplate(tx, admin, made);
      await forms.publishTemplate(tx, admin, templateId);
      const members = [];
      for (let i = 0; i < MEMBERS; i += 1) {
        const attributes = { userName: `member${i}`, active: true };
        const origin = 'local' as const;
        const user = await directory.createUser(tx, admin, { attributes, origin, role: 'member' });
        members.push({ value: user.id });
      }
      const { group } = await directory.createGroup(tx, admin, {
        attributes: { displayName: 'Crew' },
        members,
        origin: 'local',
      });
      for (let i = 0; i < SERIES; i += 1) {
        await createSeries(node.services)(tx, admin, {
          templateId,
          assignee: { type: 'Group', id: group.id, mode: 'each' },
          schedule: { rule: { frequency: 'daily' }, start, time: '23:59', holidays: 'keep' },
          leadDays: LEAD_DAYS,
        });
      }
    });
    await node.close();

    const kills = await killUntilDone(engine, storage, 'make-series-assignments');
    t.diagnostic(`${kills} kills`);
    assert.ok(kills > 2, 'it was too fast to be killed');

    const after = await startInstance(engine, { storage, account: node.account });
    t.after(() => after.close());
    const { reader } = after.services.db;
    const dates = await reader
      .selectFrom('series_dates')
      .select(['series_id', 'outcome'])
      .execute();
    assert.deepEqual([...new Set(dates.map(({ outcome }) => outcome))], ['made']);
    assert.equal(dates.length, SERIES * LEAD_DAYS);
    const sent = await reader
      .selectFrom('assignments')
      .select(['reference', 'assignee_id', 'due_key'])
      .execute();
    assert.equal(sent.length, SERIES * LEAD_DAYS * MEMBERS);
    const unlike = new Set(sent.map((each) => `${each.reference} ${each.assignee_id}`));
    assert.equal(unlike.size, sent.length);
    // Each has its entry in the history and in the audit log, and none has two.
    for (const table of ['assignment_events', 'audit_events'] as const) {
      const action = table === 'assignment_events' ? 'send' : 'assignment.send';
      const events = await reader
        .selectFrom(table)
        .select('id')
        .where('action', '=', action)
        .execute();
      assert.equal(events.length, sent.length, table);
    }
  });
});
