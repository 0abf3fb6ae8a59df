import type { Database } from '#db/database.ts';
import {
  forgetUniqueValues,
  indexStoredValues,
  lockUniqueRules,
  readUniqueRules,
  saveUniqueRules,
  type UniqueAttributes,
  type UniqueRules,
} from '#directory/index.ts';
import { COMPARABLE, customOf, uniqueRulesOf } from '#scim/load-types.ts';
import { faulty } from '#scim/read-types.ts';
import type { ScimTypes } from '#scim/scim-types.ts';
import { describeFault, FIX } from './uniqueness-faults.ts';

/**
 * Enforces the uniqueness that an operator's schemas ask for on stored values, from now on. Attributes that have become
 * unique since the last start are indexed first. An attribute whose schema is missing keeps its rule: a command that is
 * started without the setting must not undo what a running service relies on.
 * @throws SettingsError naming the resources that have the same value
 */
export async function holdUnique(db: Database, types: ScimTypes): Promise<UniqueAttributes> {
  const held = await readUniqueRules(db.reader);
  const { rules, fresh, gone } = changesOf(held, types);
  if (fresh.size + gone.length === 0) return attributesOf(rules);
  return await db.transaction(async (tx) => {
    // Another node may have made the change meanwhile.
    const change = changesOf(await lockUniqueRules(tx), types);
    await forgetUniqueValues(tx, [...change.gone, ...change.fresh.keys()]);
    const faults = await indexStoredValues(tx, attributesOf(change.fresh));
    if (faults.length > 0) {
      const lines = faults.map((fault) => describeFault(fault));
      throw faulty(['What is stored is not unique:', ...lines].join('\n    '), `\n    ${FIX}`);
    }
    await saveUniqueRules(tx, change.rules);
    return attributesOf(change.rules);
  });
}

interface Changes {
  /** The rules after the change. */
  readonly rules: UniqueRules;
  /** The attributes to index, and those whose index entries are removed. */
  readonly fresh: UniqueRules;
  readonly gone: readonly string[];
}

export function changesOf(held: UniqueRules, types: ScimTypes): Changes {
  const wanted = uniqueRulesOf(types);
  const known = new Set(customOf(types).map(({ key }) => key));
  const gone = [...held.keys()].filter((path) => known.has(path) && !wanted.has(path));
  const fresh = new Map([...wanted].filter(([path, rule]) => held.get(path) !== rule));
  const kept = [...held].filter(([path]) => !gone.includes(path));
  return { rules: new Map([...kept, ...wanted]), fresh, gone };
}

export function attributesOf(rules: UniqueRules): UniqueAttributes {
  return new Map(
    [...rules].map(([path, rule]) => {
      if (rule === 'exact' || rule === 'moment') return [path, COMPARABLE[rule]];
      return [path, COMPARABLE.folded];
    }),
  );
}
