import { sql } from 'kysely';
import { createAudit } from '../../src/audit/index.ts';
import { addToCounter } from '../../src/db/counters.ts';
import type { Database } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/open.ts';
import type { FormActor } from '../../src/form-basics/form.ts';
import { createForms } from '../../src/forms/forms.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { createIds, systemRandom } from '../../src/kernel/ids.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { createQuotas } from '../../src/quotas/index.ts';
import type { Deployment } from './formstead.ts';

// Written directly to the database of the running service: a million forms over the API would take longer than all
// measurements, and templates can be created only in the web app.

const DEFINITION = {
  elements: [
    { type: 'text', name: 'site', isRequired: true },
    { type: 'text', name: 'count', inputType: 'number' },
    { type: 'dropdown', name: 'state', choices: ['good', 'bad'] },
    { type: 'comment', name: 'notes', visibleIf: "{state} = 'bad'", isRequired: true },
    { type: 'matrixdynamic', name: 'parts', columns: [{ name: 'part', cellType: 'text' }] },
    { type: 'expression', name: 'twice', expression: '{count} * 2' },
  ],
} as const;

/** Opens the database of the running service. */
export async function withStorage<T>(
  { dataDir, databaseUrl }: Deployment,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openDatabase({
    dataDir,
    databaseUrl,
    clock: systemClock,
    random: systemRandom,
    onError(error) {
      throw error;
    },
  });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** @returns the id of a published template */
export function publishTemplate(
  deployment: Deployment,
  definition: JsonObject = DEFINITION,
): Promise<string> {
  const { accountId, userId } = deployment;
  const by: FormActor = { accountId, userId, role: 'admin', via: 'command-line' };
  const ids = createIds(systemClock, systemRandom);
  const audit = createAudit({ clock: systemClock, ids });
  const settings = {
    fileBytes: undefined,
    forms: undefined,
    uploadBytesPerDay: undefined,
    answerBytes: undefined,
    answerBytesPerDay: undefined,
    answerBytesPerLinkPerDay: undefined,
  };
  const forms = createForms({
    clock: systemClock,
    ids,
    audit,
    quotas: createQuotas({ settings, clock: systemClock, audit }),
    directory: { groupIdsOf: async () => [], memberIdsOf: async () => [] },
    people: { managerOf: async () => undefined, activeAmong: async () => [] },
    events: { append: async () => undefined },
  });
  return withStorage(deployment, (db) =>
    db.transaction(async (tx) => {
      const { id } = await forms.createTemplate(tx, by, {
        name: 'Inspection',
        definition,
      });
      await forms.publishTemplate(tx, by, id);
      return id;
    }),
  );
}

/** Creates `count` forms, each changed a millisecond after the previous one. */
export function loadForms(deployment: Deployment, count: number): Promise<void> {
  const { accountId, userId } = deployment;
  return withStorage(deployment, (db) =>
    db.transaction(async (tx) => {
      const isPostgres = db.engine === 'postgres';
      const padded = isPostgres ? sql`lpad(i::text, 12, '0')` : sql`printf('%012d', i)`;
      const numbers = isPostgres
        ? sql`select generate_series(1, ${count}::integer) as i`
        : sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n`;
      const at = sql`cast(1700000000000 as bigint) + i`;
      await sql`insert into forms (account_id, id, number, name, name_key, template_id, template_version_id, status,
          status_changed_at, assignee_type, assignee_id, created_by, created_at, updated_at, revision, answers)
        select cast(${accountId} as text), '00000000-0000-7000-8000-' || ${padded}, i,
          'Inspection ' || ${padded}, 'inspection ' || ${padded}, 'template', 'version',
          case when i % 2 = 0 then 'complete' else 'draft' end, ${at}, 'User', cast(${userId} as text),
          cast(${userId} as text), ${at}, ${at}, 1, '{"site":"Dam 7","count":4,"state":"good"}'
        from (${numbers}) numbers`.execute(tx);
      await addToCounter(tx, accountId, 'forms', accountId, count);
      // A service in use has these statistics after a while.
      await sql`analyze`.execute(tx);
    }),
  );
}
