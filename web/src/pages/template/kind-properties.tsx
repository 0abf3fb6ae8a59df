import { SimpleGrid } from '@mantine/core';
import type { Field, Path } from '../../builder/definition.ts';
import type { Kind } from '../../builder/kinds.ts';
import { PROPERTIES_OF, type Property, type PropertyName } from '../../builder/properties.ts';
import { useTranslation } from '../../texts.ts';
import { DefaultChoice, DefaultChoices, DefaultStep, DefaultYesNo } from './default-value.tsx';
import { EntryTitle } from './entry-title.tsx';
import { NumberProperty, SwitchProperty, TextProperty } from './properties.tsx';

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
      {PROPERTIES_OF[kind].map((property) => (
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

interface PropertyInputProps {
  readonly path: Path;
  readonly field: Field;
  readonly property: Property;
  readonly label: string;
}

function PropertyInput({ path, field, property, label }: PropertyInputProps) {
  const { name, control, min, max } = property;
  const common = { path, holder: field, name, label };
  switch (control) {
    case 'text':
      return <TextProperty {...common} />;
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

const LABELS = {
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
  allowMultiple: 'builder.field.multiple',
  minRowCount: 'builder.field.minRows',
  maxRowCount: 'builder.field.maxRows',
  addRowText: 'builder.field.addText',
  minPanelCount: 'builder.field.minTimes',
  maxPanelCount: 'builder.field.maxTimes',
  templateTitle: 'builder.field.entryTitle',
  addPanelText: 'builder.field.addText',
} as const satisfies Readonly<Record<PropertyName, string>>;
