// Faults of fields for office use: only kinds whose answer is one value, outside of repeating sections, for a step that
// the review has.
import type { JsonObject } from '#kernel/json.ts';
import type { DefinitionFault } from './filter-definition.ts';
import { type Office, officeIn } from './office.ts';
import type { LocatedQuestion } from './questions.ts';
import { reviewPolicyIn } from './review-policy.ts';
import { isStaticType } from './static-types.ts';

/** What a reviewer can fill in, and a rule can set. Files are uploaded to drafts only, and rows of lists follow the rights of the author. */
const KINDS: ReadonlySet<string> = new Set([
  'text',
  'comment',
  'boolean',
  'radiogroup',
  'dropdown',
  'checkbox',
  'rating',
  'imagepicker',
  'ranking',
  'slider',
]);

/** Returns what each question is for office use by; undefined for ordinary ones. */
export function officeOfEach(
  questions: readonly LocatedQuestion[],
): ReadonlyMap<LocatedQuestion, Office | undefined> {
  const panels: { readonly at: string; readonly office: Office }[] = [];
  return new Map(
    questions.map((located) => {
      const { at, question, type } = located;
      const around = panels.find((each) => at.startsWith(`${each.at}.`));
      const office = around?.office ?? officeIn(question);
      if (type === 'panel' && office !== undefined) panels.push({ at, office });
      return [located, office];
    }),
  );
}

/** Returns the faults of one question or panel. */
export function faultsOfOffice(
  definition: JsonObject,
  { at, question, type, sections, table }: LocatedQuestion,
  office: Office | undefined,
): readonly DefinitionFault[] {
  if (office === undefined) return [];
  const steps = reviewPolicyIn(definition)?.steps.length ?? 0;
  const { step } = office;
  if (step !== 'rules' && officeIn(question) !== undefined && step > steps) {
    const text = `It is filled in by step ${step} of the review, and there is no such step.`;
    return [{ at, kind: 'officeStep', values: { step }, text }];
  }
  const isInside = sections.length > 0 || table !== undefined;
  const isKnown = KINDS.has(type) || type === 'panel' || isStaticType(type);
  if (!isInside && isKnown) return [];
  const text =
    'A reviewer or a rule can fill in texts, numbers, dates, choices, yes or no and ratings, outside of tables and repeating sections. Choose another kind of field.';
  return [{ at, kind: 'officeKind', text }];
}
