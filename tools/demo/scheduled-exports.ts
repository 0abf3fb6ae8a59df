// The files that the demo organisation has made for it again and again, one of a saved view.
import { createView } from '#answer-tables/views/write-view.ts';
import type { FormActor } from '#form-basics/form.ts';
import { createScheduledExport } from '#scheduled-exports/change-scheduled-exports.ts';
import type { Services } from '#services.ts';

/** The ids of templates. */
interface Exported {
  readonly repairs: string;
  readonly reports: string;
}

export async function addScheduledExports(
  services: Services,
  by: FormActor,
  { repairs, reports }: Exported,
): Promise<void> {
  const view = await services.db.transaction((tx) =>
    createView(services, tx, by, {
      ...{ name: 'Submitted repair requests', list: 'answers', templateId: repairs },
      ...{ state: { status: 'complete' }, sharing: { with: 'everyone', groupIds: [] } },
    }),
  );
  const deps = { ...services, publicUrl: () => '' };
  const [delivery, options] = [
    'mail',
    { bom: undefined, choices: undefined, locale: 'en' },
  ] as const;
  await createScheduledExport(deps, by, {
    ...{ name: 'Repairs for Monday’s meeting', templateId: repairs, viewId: view.id },
    ...{ kind: 'xlsx', delivery, options, schedule: { every: 'week', on: 1, time: '07:00' } },
  });
  await createScheduledExport(deps, by, {
    ...{ name: 'Daily reports for the accounts', templateId: reports, viewId: undefined },
    ...{ kind: 'csv', delivery, options, schedule: { every: 'month', on: 31, time: '18:00' } },
  });
}
