import { type Selectable, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { readDeploymentValue, writeDeploymentValue } from '#db/deployment-values.ts';
import type { Tables } from '#db/tables.ts';
import { isObject, type JsonValue, member, textOf } from '#kernel/json.ts';

/** The row of `deployment` that says how far the check of stored files has come. */
const NAME = 'file-check';

/** How far the check of stored files has come. Times in milliseconds since the epoch. */
export interface FileCheck {
  /** When the last or present round began; undefined before the first. */
  readonly beganAt?: number | undefined;
  /** When the last complete round ended; undefined before that. */
  readonly endedAt?: number | undefined;
  /** The last attachment that the present round has read; undefined while none runs. */
  readonly after?: Position | undefined;
}

export interface Position {
  readonly accountId: string;
  readonly id: string;
}

export async function readFileCheck(db: Reader): Promise<FileCheck> {
  const value: JsonValue = JSON.parse((await readDeploymentValue(db, NAME)) ?? '{}');
  if (!isObject(value)) return {};
  const number = (name: string): number | undefined => {
    const found = member(value, name);
    return typeof found === 'number' ? found : undefined;
  };
  const after = member(value, 'after');
  return {
    beganAt: number('beganAt'),
    endedAt: number('endedAt'),
    ...(isObject(after) && {
      after: { accountId: textOf(member(after, 'accountId')), id: textOf(member(after, 'id')) },
    }),
  };
}

export const writeFileCheck = (db: Reader, check: FileCheck): Promise<void> =>
  writeDeploymentValue(db, NAME, JSON.stringify(check));

/** Returns attachments of all accounts behind a position, in the order of their key. */
export function selectFilesToCheck(
  db: Reader,
  after: Position | undefined,
  limit: number,
): Promise<readonly Selectable<Tables['attachments']>[]> {
  const all = db.selectFrom('attachments').selectAll();
  const rest = after
    ? all.where(
        sql<boolean>`(${sql.ref('account_id')}, ${sql.ref('id')}) > (${after.accountId}, ${after.id})`,
      )
    : all;
  return rest.orderBy('account_id').orderBy('id').limit(limit).execute();
}

/** Keeps the hash of a picture of an older version, which had none. */
export async function keepPictureHash(
  db: Reader,
  { accountId, id }: Position,
  sha256: string,
): Promise<void> {
  await db
    .updateTable('attachments')
    .set({ picture_sha256: sha256 })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('picture_sha256', 'is', null)
    .execute();
}
