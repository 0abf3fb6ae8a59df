import type { JsonObject } from '#kernel/json.ts';
import { faultsOfContent } from './check-content.ts';
import { faultsOfReferences, namesIn } from './check-references.ts';
import { questionsOf } from './questions.ts';
import type { DefinitionFault } from './sieve.ts';

/** The most faults that are told at once. */
const MAX_FAULTS = 100;

/**
 * Returns what keeps a definition that can be stored from being published: what could not be filled in, contradicts
 * itself, or refers to what is not there. A draft may hold all of it, since somebody is still working on it.
 */
export function faultsOfPublishing(definition: JsonObject): readonly DefinitionFault[] {
  const questions = questionsOf(definition);
  const names = namesIn(questions);
  return questions
    .flatMap((placed) => [...faultsOfContent(placed), ...faultsOfReferences(names, placed)])
    .slice(0, MAX_FAULTS);
}
