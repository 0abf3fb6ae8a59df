import type { TemplateImportReport } from '#template-files/app-types.ts';
import { useFaultText } from '#web/templates/use-fault-text.ts';
import { useTranslation } from '#web/texts/texts.ts';

const KINDS = [
  'unknownType',
  'media',
  'metadata',
  'fileList',
  'missingList',
  'noName',
  'hiddenField',
  'longRank',
  'noteText',
  'column',
  'sheet',
  'setting',
  'language',
  'unreadableExpression',
  'unknownFunction',
  'unknownName',
  'repeatedName',
  'tooLong',
  'pattern',
  'repeatCount',
  'dateNumber',
  'missingChoice',
  'emptyEntries',
  'countFilled',
  'unasked',
  'recalculated',
  'noMessage',
  'widerPattern',
  'shownReference',
  'loop',
  'picture',
  'sound',
  'parameter',
  'formulaError',
  'unfitDefault',
  'sameChoice',
  'tableList',
  'emptyGroup',
  'namePattern',
  'list',
  'rule',
  'rulesLeft',
  'listMade',
  'listOther',
  'listFilter',
  'listLanguages',
  'listRow',
  'listRoom',
  'noDefault',
  'listColumn',
  'member',
  'renamed',
  'range',
  'rank',
  'calculation',
  'approximateDate',
  'formatting',
  'appearance',
] as const;

/** Returns a function that describes a note of an import in the language of the screen. */
export function useNoteText(): (note: TemplateImportReport['notes'][number]) => string {
  const { t } = useTranslation();
  const faultText = useFaultText();
  return ({ kind, values = {}, text, fault }) => {
    if (fault !== undefined) return faultText(fault);
    const known = KINDS.find((each) => each === kind);
    if (known === undefined) return text;
    // Values are names and texts of the file, so numbers are not formatted by the language.
    const shown = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, String(value)]),
    );
    return t(`imports.notes.${known}`, { ...shown, defaultValue: text });
  };
}
