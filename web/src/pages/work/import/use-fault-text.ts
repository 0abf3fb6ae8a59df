import type { AssignmentRowFault } from '#web/api/assignments.ts';
import { useFaultWords } from '#web/kinds/fault-words.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Faults that only rows of files have; all others are rules of answers. */
const OWN = [
  'missing',
  'unknown-user',
  'several-users',
  'inactive-user',
  'due-date',
  'priority',
  'not-storable',
  'unknown-field',
  'yes-no',
  'unclear-number',
  'unclear-choice',
  'cell-count',
  'reference-used',
  'invalid-value',
] as const;

/** Returns a function that says in words what is wrong with a row. */
export function useFaultText(): (fault: AssignmentRowFault) => string {
  const { t } = useTranslation();
  const ofAnswers = useFaultWords();
  return ({ at, code, limit, text, message }) => {
    const own = OWN.find((each) => each === code);
    if (own !== undefined) return t(`workImport.faults.${own}`, { value: limit ?? '' });
    if (at === 'row' || at === 'person') return t('workImport.faults.changed');
    return ofAnswers({ rule: code, limit, text, message });
  };
}
