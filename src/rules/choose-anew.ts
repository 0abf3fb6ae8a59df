// What of a rule does not fit any more, or not yet: a copy, an imported rule, or one whose template was published since.
import type { Reader } from '#db/database.ts';
import type { GroupsOfUser, Template, Viewer } from '#form-basics/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { findVersion, findVisibleTemplate } from '#templates/index.ts';
import { faultsOfNames } from './conditions.ts';
import { type Rule, targetsOf } from './rule.ts';
import type { RuleItem } from './rules.shapes.ts';
import { readWebhookAddresses } from './webhook-names.store.ts';

/** Returns the definition that rules are checked against: the published one, or the draft of a template that has none. */
export async function definitionOfRules(
  db: Reader,
  { accountId, currentVersionId, draftDefinition }: Template,
): Promise<JsonObject> {
  const version =
    currentVersionId === undefined ? undefined : await findVersion(db, accountId, currentVersionId);
  return version?.definition ?? draftDefinition;
}

/**
 * Returns what has to be chosen anew in each rule of a template, by the id of the rule. Of what is not there and of what the
 * viewer may not use, nothing is told but its kind.
 * @param names the names of what rules name, as far as the viewer may know them
 */
export async function toChooseAnew(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  rules: readonly Rule[],
  names: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, RuleItem['anew']>> {
  const [first] = rules;
  const seen = first && (await findVisibleTemplate(db, directory, viewer, first.templateId));
  if (!seen) return new Map();
  const definition = await definitionOfRules(db, seen.template);
  // Only admins know the addresses of webhooks, so a missing name says nothing to others.
  const hooks = rules.flatMap(({ actions }) => targetsOf(actions)).filter(isWebhook);
  const there = await readWebhookAddresses(
    db,
    viewer.accountId,
    hooks.map(({ id }) => id),
  );
  return new Map(
    rules.map((rule) => {
      const gone = targetsOf(rule.actions).filter(({ id }) => !names.has(id) && !there.has(id));
      const fields = missingFields(definition, rule).map((name) => ({
        type: 'Field' as const,
        name,
      }));
      return [rule.id, [...gone, ...fields]];
    }),
  );
}

const isWebhook = ({ type }: { readonly type: string }): boolean => type === 'Webhook';

/** Returns the names of fields by which a rule would be refused if somebody saved it, each once. */
function missingFields(
  definition: JsonObject,
  { became, condition, actions }: Pick<Rule, 'became' | 'condition' | 'actions'>,
): readonly string[] {
  const known = shapesOf(definition);
  const named = [
    became?.field,
    ...actions.flatMap((action) => {
      if (action.type === 'mail') return [action.field];
      return action.type === 'set' ? [action.field, action.from] : [];
    }),
  ].filter((name) => name !== undefined && !known.has(name));
  const asked =
    condition === undefined
      ? []
      : faultsOfNames(definition, condition).map(({ values }) => values?.['name']);
  return [...new Set([...named, ...asked])].flatMap((name) =>
    name === undefined ? [] : [String(name)],
  );
}
