import type { Reader } from '#db/database.ts';
import { type GroupsOfUser, named, readNames, timeOf, type Viewer } from '#form-basics/index.ts';
import { nameForms } from '#form-records/index.ts';
import { findList, groupsOf, hasRight } from '#lists/index.ts';
import { findVisibleTemplate } from '#templates/index.ts';
import { toChooseAnew } from './choose-anew.ts';
import { findLoop } from './find-loop.ts';
import { type Rule, type RuleRun, type RuleTarget, targetsOf } from './rule.ts';
import type { RuleItem, RunItem } from './rules.shapes.ts';
import { readWebhookAddresses } from './webhook-names.store.ts';

/** Returns rules as lists show them, with the names of what they name, as far as the viewer may know it. */
export async function describeRules(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  rules: readonly Rule[],
): Promise<RuleItem[]> {
  const targets = rules.flatMap(({ actions }) => targetsOf(actions));
  const people = targets.filter(({ type }) => type === 'User' || type === 'Group');
  const ids = [...people.map(({ id }) => id), ...rules.map(({ ownerId }) => ownerId)];
  const names = new Map([
    ...(await readNames(db, viewer.accountId, ids)),
    ...(await namesOfThings(db, directory, viewer, targets)),
  ]);
  const anew = await toChooseAnew(db, directory, viewer, rules, names);
  return rules.map((rule) => ({
    id: rule.id,
    name: rule.name,
    trigger: rule.trigger,
    ...(rule.became && { became: rule.became }),
    ...(rule.schedule && { schedule: rule.schedule }),
    ...(rule.condition !== undefined && { condition: rule.condition }),
    actions: [...rule.actions],
    state: rule.state,
    ...(rule.stopReason !== undefined && { stopReason: rule.stopReason }),
    owner: named(rule.ownerId, names),
    targets: targetsOf(rule.actions).map(({ type, id }) => ({ type, ...named(id, names) })),
    anew: [...(anew.get(rule.id) ?? [])],
    updatedAt: timeOf(rule.updatedAt),
    revision: rule.revision,
  }));
}

async function namesOfThings(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  targets: readonly RuleTarget[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (type: RuleTarget['type']): readonly string[] => [
    ...new Set(targets.filter((each) => each.type === type).map(({ id }) => id)),
  ];
  const found = new Map<string, string>();
  for (const id of idsOf('Template')) {
    const seen = await findVisibleTemplate(db, directory, viewer, id);
    if (seen) found.set(id, seen.template.name);
  }
  const groups = await groupsOf({ directory }, db, viewer);
  for (const id of idsOf('List')) {
    const list = await findList(db, viewer.accountId, id);
    if (list && hasRight(viewer, list, 'use', groups)) found.set(id, list.name);
  }
  // The address of a webhook may contain a secret of its receiver.
  const webhooks = viewer.role === 'admin' ? idsOf('Webhook') : [];
  return new Map([...found, ...(await readWebhookAddresses(db, viewer.accountId, webhooks))]);
}

/** Returns those of the templates that a viewer may see, with their names, by id. Notices of them are for those who manage them. */
export async function templatesOfRules(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly name: string; readonly isOpen: boolean }>> {
  const found = new Map<string, { readonly name: string; readonly isOpen: boolean }>();
  for (const id of ids) {
    const seen = await findVisibleTemplate(db, directory, viewer, id);
    if (seen) found.set(id, { name: seen.template.name, isOpen: seen.rights.manage });
  }
  return found;
}

/** Returns the way on which rules lead back to a template, with the names that the viewer may know. */
export async function describeLoop(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  templateId: string,
): Promise<{ id: string; name?: string }[] | undefined> {
  const loop = await findLoop(db, viewer.accountId, templateId);
  if (!loop) return undefined;
  const targets = loop.map((id) => ({ type: 'Template', id }) as const);
  const names = await namesOfThings(db, directory, viewer, targets);
  return loop.map((id) => named(id, names));
}

/** Returns runs as lists show them, with the names of rules and forms. */
export async function describeRuns(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  runs: readonly RuleRun[],
  rules: readonly Rule[],
): Promise<RunItem[]> {
  const ruleNames = new Map(rules.map(({ id, name }) => [id, name]));
  const forms = await nameForms(db, directory, viewer, [
    ...new Set(runs.map(({ formId }) => formId)),
  ]);
  const formNames = new Map(forms.map(({ id, name }) => [id, name]));
  return runs.map((run) => ({
    id: run.id,
    rule: named(run.ruleId, ruleNames),
    form: named(run.formId, formNames),
    trigger: run.trigger,
    at: timeOf(run.at),
    outcome: run.outcome,
    ...(run.reason !== undefined && { reason: run.reason }),
    done: [...run.done],
  }));
}
