import type { AppAnswer } from '#web/api/corrections.ts';
import { textsIn } from '#web/texts/texts.ts';

/** Returns why an answer can only be corrected in its form, in the words of the refusal. */
export const elsewhereText = (reason: NonNullable<AppAnswer['elsewhere']>): string =>
  textsIn('errorReasons').get(reason) ?? '';
