import { texts } from '#web/texts/texts.ts';
import { readNumber, writeNumber } from '#kernel/number-text.ts';

/** Returns why a text is not a number, in the language of the screen; undefined for a number or an empty text. */
export function numberFault(text: string): string | undefined {
  const { language } = texts;
  const reading = readNumber(text, language);
  if (!('fault' in reading)) return undefined;
  const [whole = '', fraction = ''] = reading.instead;
  const example = writeNumber(1234.5, language);
  return texts.t(`survey.number.${reading.fault}`, { text, whole, fraction, example });
}
