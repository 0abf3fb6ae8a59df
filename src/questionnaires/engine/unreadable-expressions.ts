import { ConditionsParser } from 'survey-core';
import type { DefinitionFault, LocatedText } from '#questionnaires/definition/filter-definition.ts';

/** Returns a fault for each expression that the engine cannot parse. */
export function findUnreadable(expressions: readonly LocatedText[]): readonly DefinitionFault[] {
  const parser = new ConditionsParser();
  return expressions
    .filter(({ text }) => text.trim() !== '' && !parser.parseExpression(text))
    .map(({ at }) => ({
      at,
      kind: 'unreadable',
      text: 'This expression can not be read: something in it is missing or too much. Fractions have a point: 1.5.',
    }));
}
