import type { FormsDeps, Viewer } from '#form-basics/index.ts';
import { rightsOnEach, rightsWith, seesAsMuch } from '#templates/index.ts';
import type { ExportJob, ExportScope } from './export.ts';
import { seenForms } from './export-names.ts';

const WHOLE: ExportScope = { see: 'all', groups: [] };

type Deps = Pick<FormsDeps, 'db' | 'directory'>;

/** Returns what the owner of an export sees now; undefined for an export of one form. */
export async function scopeOf(
  { db, directory }: Deps,
  owner: Viewer,
  templateId: string | undefined,
): Promise<ExportScope | undefined> {
  if (templateId === undefined) return undefined;
  const groups = await directory.groupIdsOf(db.reader, owner.accountId, owner.userId);
  const { see } = await rightsWith(db.reader, owner, templateId, groups);
  return see === 'all' ? WHOLE : { see, groups };
}

/** Returns what covers both: rights may change while an export is written. */
export function joinScopes(
  one: ExportScope | undefined,
  two: ExportScope | undefined,
): ExportScope | undefined {
  if (one === undefined || two === undefined) return undefined;
  if (covers(one, two)) return one;
  return covers(two, one) ? two : WHOLE;
}

const covers = (now: ExportScope, then: ExportScope): boolean =>
  now.see === 'all' ||
  (seesAsMuch(now.see, then.see) && then.groups.every((id) => now.groups.includes(id)));

/**
 * Returns exports without the results that their owner may no longer see: of a form that they do not see now, or of a
 * template of which they now see less than when it was exported.
 */
export async function withSeenResults(
  deps: Deps,
  viewer: Viewer,
  jobs: readonly ExportJob[],
): Promise<readonly ExportJob[]> {
  const made = jobs.filter(({ files }) => files.length > 0);
  if (made.length === 0) return jobs;
  const { db, directory } = deps;
  const seen = new Set(
    (
      await seenForms(
        deps,
        viewer,
        made.flatMap(({ formId }) => formId ?? []),
      )
    ).map(({ id }) => id),
  );
  const groups = await directory.groupIdsOf(db.reader, viewer.accountId, viewer.userId);
  const templateIds = made.flatMap(({ templateId }) => templateId ?? []);
  const rightsOn = await rightsOnEach(db.reader, directory, viewer, templateIds);
  const isSeen = ({ formId, templateId, scope = WHOLE }: ExportJob): boolean => {
    if (templateId === undefined) return formId !== undefined && seen.has(formId);
    return covers({ see: rightsOn(templateId).see, groups }, scope);
  };
  return jobs.map((job) => (isSeen(job) ? job : { ...job, files: [], problems: [] }));
}
