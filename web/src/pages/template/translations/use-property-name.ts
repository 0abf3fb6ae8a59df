import { useTranslation } from '#web/texts/texts.ts';

const KNOWN = [
  'title',
  'description',
  'choices',
  'rateValues',
  'rows',
  'placeholder',
  'labelTrue',
  'labelFalse',
  'minRateDescription',
  'maxRateDescription',
  'addRowText',
  'addPanelText',
  'templateTitle',
  'requiredErrorText',
  'otherText',
  'noneText',
  'completeText',
] as const;

/** Returns a function that names a property in the language of the screen; rare ones by their own name. */
export function usePropertyName(): (property: string) => string {
  const { t } = useTranslation();
  return (property) => {
    const known = KNOWN.find((each) => each === property);
    return known === undefined ? property : t(`translating.properties.${known}`);
  };
}
