import { SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { readChoices } from '../../builder/choices.ts';
import type { Field, Path } from '../../builder/definition.ts';
import type { Kind } from '../../builder/kinds.ts';
import { ChoiceProperty, NumberProperty, SwitchProperty, TextProperty } from './properties.tsx';

interface KindPropertiesProps {
  readonly path: Path;
  readonly field: Field;
  readonly kind: Kind;
}

/** What only fields of this kind have. */
export function KindProperties({ path, field, kind }: KindPropertiesProps) {
  const { t } = useTranslation();
  const at = { path, holder: field };
  const label = (name: keyof typeof LABELS): string => t(LABELS[name]);
  const text = (name: keyof typeof LABELS) => (
    <TextProperty key={name} {...at} name={name} label={label(name)} />
  );
  const count = (name: keyof typeof LABELS, min = 0, max?: number) => (
    <NumberProperty
      key={name}
      {...at}
      name={name}
      label={label(name)}
      min={min}
      {...(max !== undefined && { max })}
    />
  );
  const parts = () => {
    switch (kind) {
      case 'text':
      case 'email':
      case 'tel':
      case 'url':
        return [text('placeholder'), text('defaultValue'), count('maxLength', 1, 10_000)];
      case 'comment':
        return [text('placeholder'), count('rows', 1, 50), count('maxLength', 1, 100_000)];
      case 'number':
        return ['min', 'max', 'defaultValue'].map((name) => (
          <NumberProperty
            key={name}
            {...at}
            name={name}
            label={
              name === 'min' ? label('min') : name === 'max' ? label('max') : label('defaultValue')
            }
          />
        ));
      case 'date':
        return (['min', 'max', 'defaultValue'] as const).map((name) => (
          <TextProperty key={name} {...at} name={name} label={label(name)} type="date" />
        ));
      case 'boolean':
        return [
          text('labelTrue'),
          text('labelFalse'),
          <DefaultChoice key="default" {...{ path, field }} />,
        ];
      case 'radiogroup':
      case 'dropdown':
        return [<DefaultChoice key="default" {...{ path, field }} />];
      case 'rating':
        return [count('rateMax', 2, 10), text('minRateDescription'), text('maxRateDescription')];
      case 'photo':
      case 'file':
        return [
          <SwitchProperty
            key="allowMultiple"
            {...at}
            name="allowMultiple"
            label={label('allowMultiple')}
          />,
        ];
      case 'matrixdynamic':
        return [count('minRowCount', 0, 1000), count('maxRowCount', 1, 1000), text('addRowText')];
      case 'paneldynamic':
        return [
          count('minPanelCount', 0, 1000),
          count('maxPanelCount', 1, 1000),
          text('templateTitle'),
          text('addPanelText'),
        ];
      default:
        return [];
    }
  };
  return <SimpleGrid cols={{ base: 1, xs: 2 }}>{parts()}</SimpleGrid>;
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
} as const;

function DefaultChoice({ path, field }: Omit<KindPropertiesProps, 'kind'>) {
  const { t } = useTranslation();
  const choices =
    field.type === 'boolean'
      ? [
          { value: 'true', label: t('builder.when.yes') },
          { value: 'false', label: t('builder.when.no') },
        ]
      : readChoices(field['choices']).map(({ value, text }) => ({ value, label: text || value }));
  return (
    <ChoiceProperty
      path={path}
      holder={field}
      name="defaultValue"
      label={t('builder.field.defaultValue')}
      choices={choices}
    />
  );
}
