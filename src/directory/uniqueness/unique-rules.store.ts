import type { Reader, Tx } from '#db/database.ts';
import {
  lockDeploymentValue,
  readDeploymentValue,
  writeDeploymentValue,
} from '#db/deployment-values.ts';
import { isIn } from '#db/dialect.ts';

/** The name of the rule by which an attribute's text compares, by the full path of the attribute. */
export type UniqueRules = ReadonlyMap<string, string>;

const NAME = 'unique-attributes';

/** Returns the attributes whose stored values are held unique. */
export const readUniqueRules = async (db: Reader): Promise<UniqueRules> =>
  parseRules((await readDeploymentValue(db, NAME)) ?? '[]');

/** Reads the rules to change them, and locks them until the transaction ends. */
export const lockUniqueRules = async (tx: Tx): Promise<UniqueRules> =>
  parseRules(await lockDeploymentValue(tx, NAME, '[]'));

export const saveUniqueRules = (tx: Tx, rules: UniqueRules): Promise<void> =>
  writeDeploymentValue(tx, NAME, JSON.stringify([...rules]));

/** Deletes the unique values of attributes that are no longer unique. */
export async function forgetUniqueValues(tx: Tx, attributes: readonly string[]): Promise<void> {
  if (attributes.length === 0) return;
  await tx
    .deleteFrom('unique_values')
    .where((eb) => isIn(tx, eb.ref('attribute'), attributes))
    .execute();
}

function parseRules(text: string): UniqueRules {
  const rules: readonly (readonly [string, string])[] = JSON.parse(text);
  return new Map(rules);
}
