// A condition is what templates use to show a field. It is evaluated as that: each condition shows a field of its own,
// which is added to the definition for this one look, so that a rule never means anything else than the form does.

import type { JsonObject } from '#kernel/json.ts';
import { invalidDefinition } from '#questionnaires/definition/check-definition.ts';
import { faultOfExpression } from '#questionnaires/definition/check-expression.ts';
import { faultsOfReferences, namesIn } from '#questionnaires/definition/check-references.ts';
import type { DefinitionFault } from '#questionnaires/definition/filter-definition.ts';
import { listIn, questionsOf, textIn } from '#questionnaires/definition/questions.ts';
import type { FormEngine } from '#questionnaires/engine/engine-types.ts';

/** Returns the name of the field that the n-th condition shows. */
export const probeName = (n: number): string => `formstead-rule-${n}`;

/** Returns a definition with a field for each condition. An undefined condition always holds. */
export function withProbes(
  definition: JsonObject,
  conditions: readonly (string | undefined)[],
): JsonObject {
  const elements = conditions.map((visibleIf, n) => ({
    type: 'text',
    name: probeName(n),
    ...(visibleIf !== undefined && { visibleIf }),
  }));
  const pages = listIn(definition, 'pages');
  if (pages.length === 0) {
    return { ...definition, elements: [...listIn(definition, 'elements'), ...elements] };
  }
  return { ...definition, pages: [...pages, { name: 'formstead-rules', elements }] };
}

/**
 * Checks a condition as the conditions of a template are checked when it is published.
 * @throws AppError `invalid-definition` with all `faults`
 */
export async function checkCondition(
  engine: Pick<FormEngine, 'inspect'>,
  definition: JsonObject,
  condition: string,
): Promise<void> {
  const at = 'condition';
  const wrong = faultOfExpression(condition);
  const faults = wrong
    ? [{ at, ...wrong }]
    : [
        ...faultsOfNames(definition, condition).map((fault) => ({ ...fault, at })),
        ...(await engine.inspect([{ at, text: condition }])),
      ];
  if (faults.length > 0) throw invalidDefinition(faults);
}

/** Returns the faults of the names in a condition, of fields and of their choices. */
export function faultsOfNames(
  definition: JsonObject,
  condition: string,
): readonly DefinitionFault[] {
  const questions = questionsOf(withProbes(definition, [condition]));
  const probe = questions.find(({ question }) => textIn(question, 'name') === probeName(0));
  return probe ? faultsOfReferences(namesIn(questions), probe) : [];
}
