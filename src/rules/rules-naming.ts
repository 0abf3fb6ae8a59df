import type { Reader } from '#db/database.ts';
import type { Viewer } from '#form-basics/index.ts';
import { isRuleMaker } from './owner.ts';
import type { NamingRules } from './rules.shapes.ts';
import { selectRulesNaming } from './rules.store.ts';
import type { RuleWrites } from './rules-deps.ts';

/** The others are counted. */
const MOST_NAMED = 20;
/** Rules above it are not counted. */
const MOST_COUNTED = 1000;

/** Returns the rules that name something, as far as the viewer may see them, and how many others there are. */
export async function rulesNaming(
  db: Reader,
  directory: RuleWrites['directory'],
  viewer: Viewer,
  targetId: string,
): Promise<NamingRules> {
  const found = await selectRulesNaming(db, viewer.accountId, targetId, MOST_COUNTED);
  const seen: { id: string; name: string; template: { id: string; name: string } }[] = [];
  for (const { id, name, templateId, template } of found.slice(0, MOST_NAMED)) {
    if (!(await isRuleMaker(db, directory, viewer, templateId))) continue;
    seen.push({ id, name, template: { id: templateId, name: template } });
  }
  return { items: seen, others: found.length - seen.length };
}
