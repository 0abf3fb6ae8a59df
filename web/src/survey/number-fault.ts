import { readNumber, writePlainNumber } from '#kernel/number-text.ts';
import { texts } from '#web/texts/texts.ts';

/** Returns why a text is not a number, in the language of the screen; undefined for a number or an empty text. */
export function numberFault(text: string): string | undefined {
  const { language } = texts;
  const reading = readNumber(text, language);
  if (!('fault' in reading)) return undefined;
  const [whole = '', fraction = ''] = reading.instead;
  const example = writePlainNumber(1234.5, language);
  return texts.t(`survey.number.${reading.fault}`, { text, whole, fraction, example });
}
