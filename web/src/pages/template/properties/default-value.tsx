// The default value of questions with offered answers, in the type that their answers have.
import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { readChoices, storedOf } from '#web/builder/choices.ts';
import { type Field, isList, type Json, type Path } from '#web/builder/definition.ts';
import { useProperty } from '#web/pages/template/inputs/properties.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface DefaultProps {
  readonly path: Path;
  readonly field: Field;
  readonly label: string;
}

interface Offer {
  readonly value: Json;
  readonly label: string;
}

export function DefaultYesNo(props: DefaultProps) {
  const { t } = useTranslation();
  const offers = [
    { value: true, label: t('builder.when.yes') },
    { value: false, label: t('builder.when.no') },
  ];
  return <OneOf {...props} offers={offers} />;
}

export const DefaultChoice = (props: DefaultProps) => (
  <OneOf {...props} offers={offersOf(props.field)} />
);

/** Chooses a default from the steps of a rating. */
export function DefaultStep(props: DefaultProps) {
  const { rateMin: first = 1, rateMax: last = 5 } = props.field;
  const isPlain = typeof first === 'number' && typeof last === 'number' && last - first <= MOST;
  const count = isPlain ? Math.max(0, Math.floor(last - first) + 1) : 0;
  const offers = Array.from({ length: count }, (_, i) => {
    const value = Number(first) + i;
    return { value, label: String(value) };
  });
  return <OneOf {...props} offers={offers} />;
}

const MOST = 100;

const offersOf = (field: Field): readonly Offer[] =>
  readChoices(field['choices']).map((choice) => ({
    value: storedOf(choice),
    label: choice.text || choice.value,
  }));

function OneOf({
  path,
  field,
  label,
  offers,
}: DefaultProps & { readonly offers: readonly Offer[] }) {
  const { t } = useTranslation();
  const set = useProperty(path, 'defaultValue');
  const { defaultValue: value } = field;
  const index = offers.findIndex((offer) => offer.value === value);
  // A value that is no longer offered is shown as it is; publishing reports it.
  const isGone = value !== undefined && index < 0;
  return (
    <NativeSelect
      label={label}
      value={isGone ? 'gone' : index < 0 ? '' : String(index)}
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== 'gone') set(offers[Number(currentTarget.value || -1)]?.value);
      }}
      data={[
        { value: '', label: t('builder.field.none') },
        ...(isGone ? [{ value: 'gone', label: String(value) }] : []),
        ...offers.map((offer, i) => ({ value: String(i), label: offer.label })),
      ]}
    />
  );
}

export function DefaultChoices({ path, field, label }: DefaultProps) {
  const set = useProperty(path, 'defaultValue');
  const { defaultValue } = field;
  const chosen = isList(defaultValue) ? defaultValue : [];
  const offers = offersOf(field);
  const write = (value: Json, isChosen: boolean) => {
    const kept = chosen.filter((each) => each !== value);
    const next = isChosen ? [...kept, value] : kept;
    set(next.length === 0 ? undefined : next);
  };
  return (
    <Checkbox.Group label={label} value={chosen.map(String)}>
      <Stack gap="xs" mt={4}>
        {offers.map((offer) => (
          <Checkbox
            key={String(offer.value)}
            value={String(offer.value)}
            label={offer.label}
            onChange={({ currentTarget }) => write(offer.value, currentTarget.checked)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
