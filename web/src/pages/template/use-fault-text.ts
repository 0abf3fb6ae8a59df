import { useTranslation } from 'react-i18next';
import type { Fault } from '../../api/templates.ts';

const KINDS = [
  'noChoices',
  'emptyChoice',
  'sameChoice',
  'tooFewChoices',
  'noColumns',
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
  'needsObject',
  'deepSections',
  'unfitChoice',
  'tooManyFields',
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

/** What a fault says, in the language of the page where the page has words for it. */
export function useFaultText(): (fault: Fault) => string {
  const { t } = useTranslation();
  return ({ kind, values = {}, text }) => {
    const known = KINDS.find((each) => each === kind);
    // As it is: the values are names and answers, which no language formats.
    const shown = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, String(value)]),
    );
    return known === undefined
      ? text
      : t(`builder.faults.${known}`, { ...shown, defaultValue: text });
  };
}
