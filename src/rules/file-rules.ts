import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';
import type { Reader, Tx } from '#db/database.ts';
import { type FormActor, normaliseId, type Viewer } from '#form-basics/index.ts';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { MAX_RULES } from './limits.ts';
import { isRuleMaker } from './owner.ts';
import type { Rule, RuleAction } from './rule.ts';
import { RuleBody } from './rules.shapes.ts';
import { insertRule, selectRules } from './rules.store.ts';
import type { RuleWrites } from './rules-deps.ts';
import { recordRule } from './save-rule.ts';

/** A rule of a file. Whether it is on is not part of it: nobody whose rights are known here has saved it. */
const FileRule = Type.Omit(RuleBody, ['isOn'], { additionalProperties: false });
type FileRule = Static<typeof FileRule>;

/** Reads the rules of a file: those that are none are left out, and those beyond what a template may have. */
const readRules = (given: readonly JsonValue[]): readonly FileRule[] =>
  given.flatMap((each: unknown) => (Check(FileRule, each) ? [each] : [])).slice(0, MAX_RULES);

/** How rules go along with a template into a file, and from a file to a template. */
export const createFileRules = ({
  clock,
  ids,
  directory,
  audit,
}: Pick<RuleWrites, 'clock' | 'ids' | 'directory' | 'audit'>) => ({
  async of(db: Reader, viewer: Viewer, id: string): Promise<readonly JsonObject[]> {
    const templateId = normaliseId(id);
    if (templateId === undefined || !(await isRuleMaker(db, directory, viewer, templateId)))
      return [];
    const rules = await selectRules(db, viewer.accountId, templateId);
    return rules.map(
      ({ name, trigger, became, schedule, condition, actions }) =>
        ({
          ...{ name, trigger },
          ...(became && { became }),
          ...(schedule && { schedule }),
          ...(condition !== undefined && { condition }),
          actions: [...actions],
        }) satisfies FileRule,
    );
  },
  namesOf: (given: readonly JsonValue[]): readonly string[] =>
    readRules(given).map(({ name }) => name),
  async create(
    tx: Tx,
    by: FormActor,
    templateId: string,
    given: readonly JsonValue[],
    lists: ReadonlyMap<string, string>,
  ): Promise<void> {
    const now = clock.now();
    for (const [position, rule] of readRules(given).entries()) {
      const made: Rule = {
        ...{ id: ids.next(), accountId: by.accountId, templateId, position },
        ...{ name: rule.name, trigger: rule.trigger, condition: rule.condition },
        ...{ became: rule.became, schedule: rule.schedule, nextAt: undefined },
        actions: rule.actions.map((action) => withList(action, lists)),
        state: 'off',
        ...{ stopReason: undefined, ownerId: by.userId },
        ...{ createdAt: now, updatedAt: now, revision: 1 },
      };
      await insertRule(tx, made);
      await recordRule(audit, tx, by, 'rule.create', made);
    }
  },
});

const withList = (action: RuleAction, lists: ReadonlyMap<string, string>): RuleAction =>
  action.type === 'row'
    ? { ...action, listId: lists.get(action.listId.toLowerCase()) ?? action.listId }
    : action;
