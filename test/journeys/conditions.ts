// A field that depends on another, for every operator that the builder offers.
import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { OPERATORS } from '#web/builder/conditions.ts';
import { type Definition, emptyDefinition } from '#web/builder/definition.ts';
import { change } from '#web/builder/edit.ts';
import type { Kind } from '#web/builder/kinds.ts';
import { add, addFollower } from './build.ts';
import { sendable } from './filled.ts';
import type { ConditionJourney } from './journey.ts';
import { ok, type Service } from './service.ts';
import { JOURNEYS } from './table.ts';

interface Pair {
  /** The field whose answer decides. */
  readonly field: string;
  readonly kind: Kind;
  /** The field that it shows or hides. */
  readonly follower: string;
  readonly condition: ConditionJourney;
}

/** @returns the differences from the table, in words */
export async function travelConditions(
  service: Service,
  kinds: readonly Kind[],
): Promise<ReadonlyMap<Kind, readonly string[]>> {
  const { definition, pairs } = builtConditions(kinds);
  const faults = new Map(kinds.map((kind) => [kind, [] as string[]]));
  // Tables and sections have no conditions, and a template without a field cannot be published.
  if (pairs.length === 0) return faults;
  const templateId = await service.publish('Conditions', definition);
  for (const side of ['shown', 'hidden'] as const) {
    const rounds = Math.max(...pairs.map(({ condition }) => condition[side].length));
    for (let round = 0; round < rounds; round += 1) {
      const answerOf = ({ condition }: Pair): JsonValue | undefined =>
        condition[side][round % condition[side].length];
      const done = await completed(service, templateId, pairs, answerOf);
      for (const pair of pairs) {
        const kept = done(pair.follower);
        if ((kept === 'kept') === (side === 'shown')) continue;
        const asked = `${pair.field} is ${JSON.stringify(answerOf(pair))}`;
        faults.get(pair.kind)?.push(`${asked}: should be ${side}, and has ${kept}`);
      }
    }
  }
  return faults;
}

function builtConditions(kinds: readonly Kind[]) {
  let definition: Definition = emptyDefinition();
  const pairs: Pair[] = [];
  for (const kind of kinds) {
    const { conditions, always = {}, given = [] } = JOURNEYS[kind];
    for (const operator of OPERATORS) {
      const condition = conditions[operator];
      if (condition === undefined) continue;
      const asked = add(definition, kind, `${kind} ${operator}`);
      const set = { ...always, ...condition.set };
      definition = change(asked.definition, asked.path, set);
      let field = asked.field.name;
      for (const { kind: other, title } of given) {
        const source = add(definition, other, `${title} of ${operator}`);
        const expression = String(set['expression']).replaceAll('price', source.field.name);
        definition = change(source.definition, asked.path, { expression });
        field = source.field.name;
      }
      const value = condition.with;
      const row = { operator, ...(value !== undefined && { value }) };
      const follower = addFollower(definition, asked.field.name, row);
      definition = follower.definition;
      pairs.push({ field, kind, follower: follower.name, condition });
    }
  }
  return { definition, pairs };
}

async function completed(
  service: Service,
  templateId: string,
  pairs: readonly Pair[],
  answerOf: (pair: Pair) => JsonValue | undefined,
): Promise<(field: string) => unknown> {
  const id = String((await ok(service.create(templateId))).at('formId'));
  const fields: [string, JsonObject][] = [];
  for (const pair of pairs) {
    const answer = answerOf(pair);
    fields.push([pair.follower, { text: 'kept' }]);
    if (answer === undefined) continue;
    fields.push([pair.field, await sendable(pair.kind, pair.field, answer, service.uploadTo(id))]);
  }
  await ok(service.change(id, Object.fromEntries(fields)));
  await ok(service.setStatus(id, 'complete'));
  const form = await ok(service.read(id));
  assert.equal(form.at('status', 'status'), 'complete');
  return (field) => form.at('fields', field, 'text');
}
