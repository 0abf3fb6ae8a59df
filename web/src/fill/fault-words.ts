import type { AnswerRule } from '#forms/answers/answer-faults.ts';
import { writeMoment, writeTime } from '#forms/reading/moments.ts';
import { type Language, shownLanguage } from '../i18n.ts';
import type { Fault } from '../offline/drafts.ts';
import { useTranslation } from '../texts.ts';

type Word = keyof TranslatedFaults;
type TranslatedFaults = typeof import('../locales/en/fill.ts').fill.fill.faults;

/** The text of each rule; a bound has one for numbers and one for days and times. */
const WORDS: Readonly<Record<AnswerRule, Word | readonly [number: Word, moment: Word]>> = {
  min: ['atLeast', 'notBefore'],
  max: ['atMost', 'notAfter'],
  step: 'step',
  'max-length': 'tooLong',
  email: 'email',
  'known-choice': 'noChoice',
  'each-choice-once': 'chosenTwice',
  'max-choices': 'tooManyChoices',
  'max-files': 'tooManyFiles',
  'max-rows': 'tooManyRows',
  'max-cells': 'tooManyCells',
  'max-bytes': 'fileSize',
  'file-kind': 'fileKind',
  'uploaded-file': 'notUploaded',
  number: 'number',
  date: 'date',
  time: 'time',
  'date-time': 'dateTime',
  month: 'month',
  week: 'week',
  text: 'unfit',
  boolean: 'unfit',
  choice: 'unfit',
  choices: 'unfit',
  rating: 'unfit',
};

const words: ReadonlyMap<string, Word | readonly [Word, Word]> = new Map(Object.entries(WORDS));

type SaidFault = Pick<Fault, 'rule' | 'limit' | 'text'>;

/** Returns a function that describes a fault in the language of the screen. */
export function useFaultWords(): (fault: SaidFault) => string {
  const { t } = useTranslation();
  return ({ rule = '', limit, text }) => {
    const found = words.get(rule);
    if (found === undefined) return text;
    const word = typeof found === 'string' ? found : found[typeof limit === 'number' ? 0 : 1];
    return t(`fill.faults.${word}`, { limit: shown(rule, limit, shownLanguage()) });
  };
}

function shown(rule: string, limit: string | number | undefined, language: Language): string {
  if (typeof limit !== 'number') {
    const text = limit ?? '';
    return rule === 'min' || rule === 'max'
      ? (writeMoment(text, language) ?? writeTime(text, language) ?? text)
      : text;
  }
  if (rule !== 'max-bytes') return limit.toLocaleString(language, { maximumFractionDigits: 20 });
  const isLarge = limit >= 1_000_000;
  return (limit / (isLarge ? 1_000_000 : 1000)).toLocaleString(language, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: 1,
  });
}
