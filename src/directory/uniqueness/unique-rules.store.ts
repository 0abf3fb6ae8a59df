import type { Reader, Tx } from '#db/database.ts';
import { engineOf, isIn } from '#db/dialect.ts';

/** The name of the rule by which an attribute's text compares, by the full path of the attribute. */
export type UniqueRules = ReadonlyMap<string, string>;

const NAME = 'unique-attributes';

/** Returns the attributes whose stored values are held unique. */
export async function readUniqueRules(db: Reader): Promise<UniqueRules> {
  const row = await db
    .selectFrom('deployment')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst();
  return parseRules(row?.value);
}

/** Reads the rules to change them, and locks them until the transaction ends. */
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

/** Deletes the unique values of attributes that are no longer unique. */
export async function forgetUniqueValues(tx: Tx, attributes: readonly string[]): Promise<void> {
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
