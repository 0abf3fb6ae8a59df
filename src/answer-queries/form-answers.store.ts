import { sql } from 'kysely';
import type { Database, Reader } from '#db/database.ts';
import { isIn, withinDeadline } from '#db/dialect.ts';
import { DEFAULT_ORDER, type FormSelection, selectedForms } from '#form-records/index.ts';
import type { JsonObject } from '#kernel/json.ts';

/** A form as lists of answers show it. */
export interface FormAnswers {
  readonly number: number;
  readonly revision: number;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly versionId: string;
  readonly versionNumber: number;
  readonly answers: JsonObject;
}

/** Returns the length of the stored answers of forms by id, in characters. */
export async function selectLengths(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('forms')
    .select(['id', sql<number>`length(answers)`.as('length')])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), ids))
    .execute();
  return new Map(rows.map(({ id, length }) => [id, length]));
}

/** Returns the versions of the forms of a template that are visible. */
export async function listVersionsOfForms(
  db: Database,
  {
    accountId,
    visibility,
    templateId,
  }: Pick<FormSelection, 'accountId' | 'visibility'> & {
    readonly templateId: string;
  },
): Promise<ReadonlySet<string>> {
  const unfiltered = { status: undefined, namePrefix: undefined, filter: undefined };
  const selection = { accountId, visibility, templateId, order: DEFAULT_ORDER, ...unfiltered };
  const versions = new Set<string>();
  for (const part of selectedForms(db.reader, selection)) {
    const query = part
      .where((eb) => withinDeadline(db.reader, eb.ref('forms.id')))
      .select('forms.template_version_id as version')
      .distinct();
    for (const { version } of await db.scan<{ version: string }>(query)) versions.add(version);
  }
  return versions;
}

/** Returns the stored answers of forms by id. */
export async function selectAnswers(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FormAnswers>> {
  const rows = await db
    .selectFrom('forms')
    .innerJoin('template_versions', (join) =>
      join
        .onRef('template_versions.account_id', '=', 'forms.account_id')
        .onRef('template_versions.id', '=', 'forms.template_version_id'),
    )
    .select([
      'forms.id',
      'forms.number',
      'forms.revision',
      'forms.created_at',
      'forms.created_by',
      'forms.template_version_id',
      'forms.answers',
      'template_versions.number as version_number',
    ])
    .where('forms.account_id', '=', accountId)
    .where(isIn(db, sql.ref('forms.id'), ids))
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        number: row.number,
        revision: row.revision,
        createdAt: row.created_at,
        createdBy: row.created_by,
        versionId: row.template_version_id,
        versionNumber: row.version_number,
        answers: JSON.parse(row.answers),
      },
    ]),
  );
}
