import type { AnswerRule } from '#questionnaires/answers/answer-faults.ts';
import { writeMoment, writeTime } from '#questionnaires/reading/moments.ts';
import type { Fault } from '#web/api/answer-fault.ts';
import { isRecord } from '#web/offline/merge.ts';
import { type Language, shownLanguage } from '#web/texts/i18n.ts';
import { type TFunction, useTranslation } from '#web/texts/texts.ts';

type Word = keyof TranslatedFaults;
type TranslatedFaults = typeof import('#web/locales/en/fill.ts').fill.fill.faults;

/**
 * The text of each rule; a bound has one for numbers and one for days and times, and a step one for multiples and one for
 * the first numbers that are right.
 */
const WORDS: Readonly<Record<AnswerRule, Word | readonly [number: Word, text: Word]>> = {
  min: ['atLeast', 'notBefore'],
  max: ['atMost', 'notAfter'],
  step: ['step', 'stepFrom'],
  'max-length': 'tooLong',
  email: 'email',
  decimals: 'decimals',
  digits: 'digits',
  letters: 'letters',
  'letters-digits': 'lettersDigits',
  iban: 'iban',
  mask: 'mask',
  'known-choice': 'noChoice',
  'each-choice-once': 'chosenTwice',
  'choice-alone': 'chosenAlone',
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
  ranking: 'unfit',
  rating: 'unfit',
  place: 'unfit',
  latitude: 'unfit',
  longitude: 'unfit',
  accuracy: 'unfit',
  'place-time': 'unfit',
  'place-source': 'unfit',
  barcode: 'unfit',
  'barcode-format': 'unfit',
  'unknown-member': 'unfit',
  row: 'unfit',
  'known-row': 'noRow',
  'known-person': 'noRow',
  'open-list': 'closedList',
  'fitting-row': 'otherRow',
  sketch: 'unfit',
  drawing: 'unfit',
  'max-shapes': 'unfit',
  'max-drawing': 'unfit',
};

const words: ReadonlyMap<string, Word | readonly [Word, Word]> = new Map(Object.entries(WORDS));

type SaidFault = Pick<Fault, 'rule' | 'limit' | 'text' | 'message'>;

/** Returns a function that describes a fault in the language of the screen. */
export function useFaultWords(): (fault: SaidFault) => string {
  const { t } = useTranslation();
  return (fault) => faultText(t, fault);
}

/** Describes a fault in the language of the screen: in the words of the author of the form where there are some. */
export function faultText(t: TFunction, { rule = '', limit, text, message }: SaidFault): string {
  const own = ownMessage(message, shownLanguage());
  if (own !== undefined) return own;
  const found = words.get(rule);
  if (found === undefined) return text;
  if (rule === 'decimals' && limit === 0) return t('fill.faults.whole');
  const word = typeof found === 'string' ? found : found[typeof limit === 'number' ? 0 : 1];
  return t(`fill.faults.${word}`, { limit: shown(rule, limit, shownLanguage()) });
}

/** Returns the author's message in this language, else the default one; undefined when there is none. */
function ownMessage(message: unknown, language: string): string | undefined {
  const text = isRecord(message) ? (message[language] ?? message['default']) : message;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

const numberText = (value: number, language: Language): string =>
  value.toLocaleString(language, { maximumFractionDigits: 20 });

function shown(rule: string, limit: string | number | undefined, language: Language): string {
  if (typeof limit !== 'number') {
    const text = limit ?? '';
    if (rule === 'step')
      return text
        .split('; ')
        .map((each) => numberText(Number(each), language))
        .join('; ');
    return rule === 'min' || rule === 'max'
      ? (writeMoment(text, language) ?? writeTime(text, language) ?? text)
      : text;
  }
  if (rule !== 'max-bytes') return numberText(limit, language);
  const isLarge = limit >= 1_000_000;
  return (limit / (isLarge ? 1_000_000 : 1000)).toLocaleString(language, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: 1,
  });
}
