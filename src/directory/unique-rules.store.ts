import type { Reader, Tx } from '#db/database.ts';
import { engineOf, isIn } from '#db/dialect.ts';

/** By the full path of an attribute: the name of the rule by which its text compares. */
export type UniqueRules = ReadonlyMap<string, string>;

const NAME = 'unique-attributes';

/** Which attributes the stored values are held unique by. */
export async function readUniqueRules(db: Reader): Promise<UniqueRules> {
  const row = await db
    .selectFrom('deployment')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst();
  return parseRules(row?.value);
}

/** The same, to change them: nobody else does until the transaction ends. */
export async function lockUniqueRules(tx: Tx): Promise<UniqueRules> {
  await tx
    .insertInto('deployment')
    .values({ name: NAME, value: '[]' })
    .onConflict((oc) => oc.column('name').doNothing())
    .execute();
  const row = await tx
    .selectFrom('deployment')
    .select('value')
    .where('name', '=', NAME)
    .$if(engineOf(tx) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  return parseRules(row?.value);
}

export async function saveUniqueRules(tx: Tx, rules: UniqueRules): Promise<void> {
  const value = JSON.stringify([...rules]);
  await tx.updateTable('deployment').set({ value }).where('name', '=', NAME).execute();
}

/** What was held unique by these attributes no longer is. */
export async function forgetValues(tx: Tx, attributes: readonly string[]): Promise<void> {
  if (attributes.length === 0) return;
  await tx
    .deleteFrom('unique_values')
    .where((eb) => isIn(tx, eb.ref('attribute'), attributes))
    .execute();
}

function parseRules(text: string | undefined): UniqueRules {
  const rules: readonly (readonly [string, string])[] = JSON.parse(text ?? '[]');
  return new Map(rules);
}
