// Repeating sections whose number of entries an answer says, such as one for each of {children}.
import {
  type Question,
  QuestionExpressionModel,
  QuestionPanelDynamicModel,
  Serializer,
} from 'survey-core';

/** The most entries that are added. */
const MAX_ENTRIES = 100;

let isRegistered = false;

/** Makes the engine follow `panelCountExpression`. Called before a model is made. */
export function registerEntryCount(): void {
  if (isRegistered) return;
  isRegistered = true;
  Serializer.addProperty('paneldynamic', {
    name: 'panelCountExpression:expression',
    onExecuteExpression: (section: unknown, result: unknown) => {
      if (section instanceof QuestionPanelDynamicModel) follow(section, result);
    },
  });
}

/** The fewest entries that a template asks for, by its sections. */
const fewest = new WeakMap<QuestionPanelDynamicModel, number>();

/**
 * Adds empty entries, or removes empty ones from the end. What somebody filled in stays until a person removes it, and
 * nobody removes what the number asks for: the form would not be complete without.
 */
function follow(section: QuestionPanelDynamicModel, result: unknown): void {
  if (section.survey?.isDisplayMode) return;
  const asked = typeof result === 'number' && result > 0 ? Math.trunc(result) : 0;
  const wanted = Math.min(asked, MAX_ENTRIES, section.maxPanelCount);
  const least = fewest.get(section) ?? section.minPanelCount;
  fewest.set(section, least);
  const filled = section.panels.findLastIndex(({ questions }) => questions.some(isFilledIn)) + 1;
  section.minPanelCount = Math.max(least, wanted);
  const count = Math.max(section.minPanelCount, filled);
  if (count !== section.panelCount) section.panelCount = count;
}

const isFilledIn = (question: Question): boolean =>
  !(question instanceof QuestionExpressionModel) && !question.isEmpty();
