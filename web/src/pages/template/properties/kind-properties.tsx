// Each kind of field has its own properties. web/src/builder says which ones there are; this file gives each type of
// property its input.
import { SimpleGrid } from '@mantine/core';
import { exampleOf, PRESETS } from '#questionnaires/answers/text-pattern.ts';
import type { Field, Path } from '#web/builder/definition.ts';
import type { Kind } from '#web/builder/kinds.ts';
import { PROPERTIES_OF, type Property, type PropertyName } from '#web/builder/properties.ts';
import {
  ChoiceProperty,
  NumberProperty,
  SwitchProperty,
  TextProperty,
} from '#web/pages/template/inputs/properties.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { DefaultChoice, DefaultChoices, DefaultStep, DefaultYesNo } from './default-value.tsx';
import { EntryTitle } from './entry-title.tsx';

interface KindPropertiesProps {
  readonly path: Path;
  readonly field: Field;
  readonly kind: Kind;
}

/** The inputs of the properties that only fields of this kind have. */
export function KindProperties({ path, field, kind }: KindPropertiesProps) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {PROPERTIES_OF[kind]
        .filter((each) => isOffered(each, field))
        .map((property) => (
          <PropertyInput
            key={property.name}
            path={path}
            field={field}
            property={property}
            label={t(labelOf(property))}
          />
        ))}
    </SimpleGrid>
  );
}

/** Returns whether a property has a meaning for the field, or a value that its author must be able to remove. */
const isOffered = ({ name, needs }: Property, field: Field): boolean =>
  needs === undefined ||
  [name, ...needs].some((each) => {
    const value = field[each];
    return value !== undefined && value !== false && value !== '';
  });

interface PropertyInputProps {
  readonly path: Path;
  readonly field: Field;
  readonly property: Property;
  readonly label: string;
}

function PropertyInput({ path, field, property, label }: PropertyInputProps) {
  const { t } = useTranslation();
  const { name, control, min, max } = property;
  const common = { path, holder: field, name, label };
  switch (control) {
    case 'text':
      return <TextProperty {...common} />;
    case 'shortText':
      return <TextProperty {...common} {...(max !== undefined && { maxLength: max })} />;
    case 'mask':
      return (
        <TextProperty
          {...common}
          description={t('fields.property.maskHint', { example: MASK, fitting: exampleOf(MASK) })}
          {...(max !== undefined && { maxLength: max })}
        />
      );
    case 'preset':
      return (
        <ChoiceProperty
          {...common}
          none={t('fields.presets.any')}
          choices={PRESETS.map((value) => ({ value, label: t(`fields.presets.${value}`) }))}
        />
      );
    case 'longText':
      return <TextProperty {...common} isLong />;
    case 'entryTitle':
      return <EntryTitle path={path} field={field} label={label} />;
    case 'date':
    case 'time':
      return <TextProperty {...common} type={control} />;
    case 'dateTime':
      return <TextProperty {...common} type="datetime-local" />;
    case 'count':
    case 'number':
      return (
        <NumberProperty
          {...common}
          {...(min !== undefined && { min })}
          {...(max !== undefined && { max })}
        />
      );
    case 'switch':
      return <SwitchProperty {...common} />;
    case 'yesNo':
      return <DefaultYesNo path={path} field={field} label={label} />;
    case 'choice':
      return <DefaultChoice path={path} field={field} label={label} />;
    case 'choices':
      return <DefaultChoices path={path} field={field} label={label} />;
    case 'step':
      return <DefaultStep path={path} field={field} label={label} />;
  }
}

function labelOf({ name, control }: Property) {
  if (control === 'date' && name === 'min') return 'builder.field.minDate';
  if (control === 'date' && name === 'max') return 'builder.field.maxDate';
  return LABELS[name];
}

/** An example of a mask. */
const MASK = 'aa-999';

const LABELS = {
  searchable: 'builder.field.searchable',
  unit: 'fields.property.unit',
  decimals: 'fields.property.decimals',
  preset: 'fields.property.preset',
  mask: 'fields.property.mask',
  requiredErrorText: 'fields.property.requiredMessage',
  minErrorText: 'fields.property.minMessage',
  maxErrorText: 'fields.property.maxMessage',
  decimalsErrorText: 'fields.property.decimalsMessage',
  patternErrorText: 'fields.property.patternMessage',
  placeholder: 'builder.field.placeholder',
  defaultValue: 'builder.field.defaultValue',
  maxLength: 'builder.field.maxLength',
  rows: 'builder.field.rows',
  min: 'builder.field.min',
  max: 'builder.field.max',
  labelTrue: 'builder.field.yes',
  labelFalse: 'builder.field.no',
  rateMax: 'builder.field.rateMax',
  minRateDescription: 'builder.field.minText',
  maxRateDescription: 'builder.field.maxText',
  step: 'fields.property.step',
  hideWhileFilling: 'fields.property.hideWhileFilling',
  multiSelect: 'fields.property.multiSelect',
  allowMultiple: 'builder.field.multiple',
  eachRowRequired: 'builder.field.eachRow',
  maxAccuracy: 'builder.field.maxAccuracy',
  minRowCount: 'builder.field.minRows',
  maxRowCount: 'builder.field.maxRows',
  addRowText: 'builder.field.addText',
  minPanelCount: 'builder.field.minTimes',
  maxPanelCount: 'builder.field.maxTimes',
  templateTitle: 'builder.field.entryTitle',
  addPanelText: 'builder.field.addText',
} as const satisfies Readonly<Record<PropertyName, string>>;
