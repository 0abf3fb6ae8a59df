// Properties of text fields that Formstead adds to those of the engine: the unit and the decimals of a number, and the
// pattern of a text.

import { type Question, Serializer } from 'survey-core';
import type { JsonValue } from '#kernel/json.ts';
import { faultOfValue } from '#questionnaires/answers/answer-faults.ts';
import { type Rules, rulesOf } from '#questionnaires/answers/question-rules.ts';
import { faultText } from '#web/kinds/fault-words.ts';
import { texts } from '#web/texts/texts.ts';

const OWN = [
  'unit',
  'decimals',
  'preset',
  'mask',
  'patternErrorText',
  'decimalsErrorText',
] as const;
const LOCALISED: readonly string[] = ['unit', 'patternErrorText', 'decimalsErrorText'];

/** Called once. Fields that are made afterwards keep these properties of their definition. */
export function addOwnProperties(): void {
  for (const name of OWN) {
    Serializer.addProperty('text', {
      name: name === 'decimals' ? 'decimals:number' : name,
      isLocalizable: LOCALISED.includes(name),
      visible: false,
    });
  }
}

/** Returns the unit of a number in the language of the form; undefined when it has none. */
export function unitOf(question: Question): string | undefined {
  const unit: unknown = question['unit'];
  return typeof unit === 'string' && unit !== '' ? unit : undefined;
}

function ownRules(question: Question): Rules {
  const given = Object.fromEntries(
    OWN.map((name): readonly [string, JsonValue] => {
      const value: unknown = question[name];
      return [name, typeof value === 'string' || typeof value === 'number' ? value : null];
    }),
  );
  const { decimals, pattern, messages } = rulesOf(
    { ...given, inputType: String(question['inputType']) },
    'text',
    {},
  );
  return {
    ...(decimals !== undefined && { decimals }),
    ...(pattern !== undefined && { pattern }),
    ...(messages !== undefined && { messages }),
  };
}

/** Returns whether an answer may break a rule of Formstead's own. */
export function hasOwnRules(question: Question): boolean {
  const { decimals, pattern } = ownRules(question);
  return decimals !== undefined || pattern !== undefined;
}

/** Returns why an answer breaks one of these rules, in the language of the screen; undefined when it breaks none. */
export function ownFault(question: Question, answer: unknown): string | undefined {
  if (typeof answer !== 'string' && typeof answer !== 'number') return undefined;
  const kind = typeof answer === 'number' ? 'number' : 'text';
  const fault = faultOfValue(kind, ownRules(question), answer);
  return fault && faultText(texts.t, fault);
}
