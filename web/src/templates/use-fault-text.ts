import type { Fault } from '#web/api/template-design.ts';
import { useTranslation } from '#web/texts/texts.ts';

const KINDS = [
  'noList',
  'unknownList',
  'listInLink',
  'unknownGroup',
  'personInLink',
  'needsGroupId',
  'unknownColumn',
  'halfFilter',
  'unfitField',
  'noChoices',
  'emptyChoice',
  'sameChoice',
  'tooFewChoices',
  'noColumns',
  'noRows',
  'noFields',
  'noCalculation',
  'minAboveMax',
  'unfitDefault',
  'unknownField',
  'unknownChoice',
  'listCompared',
  'unreadable',
  'notAllowed',
  'needsList',
  'elementsBesidePages',
  'needsObject',
  'deepSections',
  'unfitChoice',
  'tooManyFields',
  'tooManyChoices',
  'noName',
  'nameTaken',
  'nameReserved',
  'nameSigns',
  'noType',
  'typeNotAllowed',
  'tooLarge',
  'needsLabel',
  'needsText',
  'needsTexts',
  'needsFlag',
  'needsOff',
  'needsNumber',
  'needsBound',
  'needsWord',
  'needsClearing',
  'needsSize',
  'needsColour',
  'needsMediaTypes',
  'needsPlainValue',
  'needsCount',
  'needsExpression',
  'longExpression',
  'unknownFunction',
  'deepExpression',
] as const;

/** Returns a function that describes a fault, in the language of the screen where it has a text for it. */
export function useFaultText(): (fault: Fault) => string {
  const { t } = useTranslation();
  return ({ kind, values = {}, text }) => {
    const known = KINDS.find((each) => each === kind);
    // Values are names and answers, so numbers are not formatted by the language.
    const shown = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, String(value)]),
    );
    return known === undefined
      ? text
      : t(`builder.faults.${known}`, { ...shown, defaultValue: text });
  };
}
