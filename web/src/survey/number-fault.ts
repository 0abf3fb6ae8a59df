import { texts } from '../texts.ts';
import { readNumber, writeNumber } from './number-text.ts';

/** Why what was typed is no number, in the language of the page; undefined where it is one, or nothing. */
export function numberFault(text: string): string | undefined {
  const { language } = texts;
  const reading = readNumber(text, language);
  if (!('fault' in reading)) return undefined;
  const [whole = '', fraction = ''] = reading.instead;
  const example = writeNumber(1234.5, language);
  return texts.t(`survey.number.${reading.fault}`, { text, whole, fraction, example });
}
