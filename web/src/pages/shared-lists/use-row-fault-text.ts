import type { ImportReport } from '#shared-lists/app-types.ts';
import { useTranslation } from '#web/texts/texts.ts';

type RowFault = ImportReport['faults'][number];

/** Returns a function that describes a fault of a row, with its place, in the language of the screen. */
export function useRowFaultText(): (fault: RowFault) => string {
  const { t } = useTranslation();
  return ({ row, column, kind, values = {}, text }) => {
    const said = t(`sharedLists.fault.${kind}`, { ...values, defaultValue: text });
    if (row === undefined) return said;
    const place =
      column === undefined
        ? t('sharedLists.row', { row })
        : t('sharedLists.rowColumn', { row, column });
    return `${place}: ${said}`;
  };
}
