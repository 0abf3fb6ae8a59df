import type { Group } from '#answer-tables/app-types.ts';
import type { TFunction } from '#web/texts/texts.ts';

/** Returns the name of a group. */
export const groupText = ({ value, text }: Group, t: TFunction): string =>
  value === undefined ? t('summary.unanswered') : (text ?? value);

/** The colour of a group; the last one, of those who did not answer, is grey. */
export const hueOf = (at: number, groups: number): string =>
  groups > 1 && at === groups - 1 ? 'blank' : String(at);
