import type { JsonObject } from '#kernel/json.ts';
import { faultsOfContent } from './check-content.ts';
import { faultsOfListField } from './check-list-field.ts';
import { faultsOfOffice, officeOfEach } from './check-office.ts';
import { faultsOfReferences, namesIn } from './check-references.ts';
import type { DefinitionFault } from './filter-definition.ts';
import { questionsOf } from './questions.ts';

/** The most faults that are reported at once. */
const MAX_FAULTS = 100;

/**
 * Returns the faults that prevent a stored definition from being published: parts that could not be filled in,
 * contradictions, and references to missing fields. A draft may have all of them, because its author is still working
 * on it.
 */
export function faultsOfPublishing(definition: JsonObject): readonly DefinitionFault[] {
  const questions = questionsOf(definition);
  const office = officeOfEach(questions);
  const all = namesIn(questions);
  // A condition on a field that only reviewers see would tell its answer.
  const seen = namesIn(questions.filter((each) => office.get(each)?.seenBy !== 'step'));
  const asked = namesIn(questions.filter((each) => office.get(each) === undefined));
  return questions
    .flatMap((located) => [
      ...faultsOfContent(located),
      ...faultsOfReferences(office.get(located)?.seenBy === 'step' ? all : seen, located),
      ...faultsOfListField(asked, located),
      ...faultsOfOffice(definition, located, office.get(located)),
    ])
    .slice(0, MAX_FAULTS);
}
