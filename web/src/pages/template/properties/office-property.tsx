import { Checkbox, NativeSelect } from '@mantine/core';
import type { Field, Path } from '#web/builder/definition.ts';
import { canBeOffice, type Office, officeIn, officeValue } from '#web/builder/office.ts';
import { reviewIn } from '#web/builder/review.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useProperty } from '#web/pages/template/inputs/properties.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface OfficePropertyProps {
  readonly path: Path;
  readonly field: Field;
}

/** Says who fills in a field: the person with the form, a step of its review, or rules. */
export function OfficeProperty({ path, field }: OfficePropertyProps) {
  const { t } = useTranslation();
  const { definition } = useBuilder();
  const set = useProperty(path, 'office');
  const office = officeIn(field);
  const { isOn, steps } = reviewIn(definition);
  if (office === undefined && !canBeOffice(definition, path)) return undefined;
  const write = (next: Office | undefined) => set(officeValue(next));
  const own = office?.step === 'rules' ? 0 : (office?.step ?? 0);
  const count = Math.max(isOn ? steps.length : 0, own);
  return (
    <>
      <NativeSelect
        label={t('builder.field.filledBy')}
        description={t('builder.field.filledByHint')}
        value={office?.step ?? 0}
        onChange={({ currentTarget }) => {
          const { value } = currentTarget;
          if (value === 'rules') return write({ step: 'rules', isClosed: false });
          const step = Number(value);
          write(step === 0 ? undefined : { step, isClosed: office?.isClosed ?? false });
        }}
        data={[
          { value: '0', label: t('builder.field.filledByAuthor') },
          ...Array.from({ length: count }, (_, i) => ({
            value: String(i + 1),
            label: t('builder.field.filledByStep', { number: i + 1 }),
          })),
          { value: 'rules', label: t('builder.field.filledByRules') },
        ]}
      />
      {office !== undefined && office.step !== 'rules' && (
        <Checkbox
          label={t('builder.field.officeClosed')}
          description={t('builder.field.officeClosedHint')}
          checked={office.isClosed}
          onChange={({ currentTarget }) => write({ ...office, isClosed: currentTarget.checked })}
        />
      )}
    </>
  );
}
