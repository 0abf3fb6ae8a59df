// What the demo organisation assigns by rules, and the days on which it is closed.
import type { Tx } from '#db/database.ts';
import type { FormActor } from '#form-basics/form.ts';
import { createSeries } from '#series/create-series.ts';
import { setHolidays } from '#series/set-holidays.ts';
import type { Services } from '#services.ts';

const WORKING_DAYS = ['mo', 'tu', 'we', 'th', 'fr'] as const;

/** The ids of templates and groups. */
interface Assigned {
  readonly reports: string;
  readonly crews: string;
  readonly materials: string;
  readonly stores: string;
}

/** @param now in milliseconds */
export async function addSeries(
  services: Services,
  tx: Tx,
  by: FormActor,
  { reports, crews, materials, stores }: Assigned,
  now: number,
): Promise<void> {
  const start = new Date(now).toISOString().slice(0, 10);
  const year = new Date(now).getUTCFullYear();
  await setHolidays(services)(
    tx,
    by,
    [year, year + 1].flatMap((each) => [
      { day: `${each}-01-01`, name: 'New Year' },
      { day: `${each}-12-25`, name: 'Christmas Day' },
      { day: `${each}-12-26`, name: 'Boxing Day' },
    ]),
  );
  const byDay = WORKING_DAYS.map((day) => ({ day }));
  const create = createSeries(services);
  await create(tx, by, {
    templateId: reports,
    assignee: { type: 'Group', id: crews, mode: 'each' },
    schedule: { rule: { frequency: 'weekly', byDay }, start, time: '23:30', holidays: 'skip' },
    leadDays: 0,
    instructions: 'One report for each shift, before you go home.',
  });
  await create(tx, by, {
    templateId: materials,
    assignee: { type: 'Group', id: stores, mode: 'shared' },
    schedule: {
      rule: { frequency: 'monthly', byDay, bySetPosition: [-1] },
      start,
      time: '17:00',
      holidays: 'move',
    },
    leadDays: 5,
    instructions: 'Count the stores, and order what is short.',
  });
}
