import { isDeepStrictEqual } from 'node:util';
import type { Reader } from '#db/database.ts';
import {
  findUniquenessFaults,
  isIndexedAs,
  readUniqueRules,
  resourcesWith,
  type StoredResource,
} from '#directory/index.ts';
import { isObject, type JsonObject, member } from '#kernel/json.ts';
import { comparisonsOf, customSchemasOf } from '#scim/load-types.ts';
import { canonicalise, type ResourceType, ScimError } from '#scim/protocol/index.ts';
import type { ScimTypes } from '#scim/scim-types.ts';
import { attributesOf, changesOf } from './hold-unique.ts';
import { describeFault } from './uniqueness-faults.ts';

export interface StoredFaults {
  /** Faults that prevent the start. */
  readonly uniqueness: readonly string[];
  /** Resources with values that the schemas no longer allow: these are shown unchanged, and refused in a new write. */
  readonly misfits: readonly string[];
  /** The number of users and groups with values of operators' schemas that were checked, each once per schema. */
  readonly checked: number;
}

/** The most misfits that are reported. */
const MOST_NAMED = 10;
const NOT_FOUND =
  'filters do not find all values, because they compared in another way when these were stored (type, caseExact).';

/** Checks stored values against an operator's schemas, changing nothing. Reads every user and group once per schema. */
export async function checkStored(db: Reader, types: ScimTypes): Promise<StoredFaults> {
  const { fresh } = changesOf(await readUniqueRules(db), types);
  const uniqueness = (await findUniquenessFaults(db, attributesOf(fresh))).map(describeFault);
  return { uniqueness, ...(await findMisfits(db, types)) };
}

async function findMisfits(
  db: Reader,
  types: ScimTypes,
): Promise<Pick<StoredFaults, 'misfits' | 'checked'>> {
  const comparisons = comparisonsOf(types);
  const misfits: string[] = [];
  let checked = 0;
  for (const { type, urn } of customSchemasOf(types)) {
    for await (const resource of resourcesWith(db, JSON.stringify(urn), [type.name])) {
      checked += 1;
      const isFound = await isIndexedAs(db, resource, comparisons);
      const why = misfitOf(resource, type, urn) ?? (isFound ? undefined : `${urn}: ${NOT_FOUND}`);
      if (why === undefined) continue;
      misfits.push(`${resource.type} ${resource.id} of account ${resource.accountId}: ${why}`);
      if (misfits.length >= MOST_NAMED) return { misfits, checked };
    }
  }
  return { misfits, checked };
}

/** Returns the error with which the schema would refuse the stored values; undefined when it accepts them. */
function misfitOf(
  { attributes }: StoredResource,
  type: ResourceType,
  urn: string,
): string | undefined {
  const stored = member(attributes, urn);
  if (!isObject(stored)) return `${urn} is not an object.`;
  const names = type.attributes.filter(({ definition }) => definition.required);
  const core: JsonObject = Object.fromEntries(
    names.flatMap(({ name }) => {
      const value = member(attributes, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  try {
    const read = canonicalise(withOnly(type, urn), { ...core, [urn]: stored });
    const kept = member(read.attributes, urn);
    if (isDeepStrictEqual(kept, stored)) return undefined;
    const known = isObject(kept) ? kept : {};
    const other = Object.keys(stored).filter(
      (name) => !isDeepStrictEqual(member(known, name), stored[name]),
    );
    return `${urn}: no longer in the schema, or of another form there: ${other.join(', ')}.`;
  } catch (error) {
    if (error instanceof ScimError) return error.detail;
    throw error;
  }
}

/** Returns the type with this extension only, so that each extension is checked by itself. */
const withOnly = (type: ResourceType, urn: string): ResourceType => ({
  ...type,
  extensions: type.extensions.filter(({ schema }) => schema === urn),
});
