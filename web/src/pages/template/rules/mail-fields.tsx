import { Checkbox, NativeSelect } from '@mantine/core';
import { titleOf } from '#web/builder/definition.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { ActionProps } from './action-props.ts';

/** Chooses the field whose address gets a mail, and whether strangers' addresses do. */
export function MailFields({ action, fields, isAdmin, onChange }: ActionProps) {
  const { t } = useTranslation();
  const texts = fields.filter(({ field }) => field.type === 'text');
  return (
    <>
      <NativeSelect
        label={t('rules.mailField')}
        value={action.mailField}
        data={[
          { value: '', label: t('rules.choose') },
          ...texts.map(({ name, field }) => ({ value: name, label: titleOf(field) })),
        ]}
        onChange={({ currentTarget }) => onChange({ ...action, mailField: currentTarget.value })}
      />
      <Checkbox
        label={t('rules.strangers')}
        description={t('rules.strangersNote')}
        checked={action.strangers}
        disabled={!isAdmin && !action.strangers}
        onChange={({ currentTarget }) => onChange({ ...action, strangers: currentTarget.checked })}
      />
    </>
  );
}

/** Chooses whether the PDF of the form is attached. */
export function PdfChoice({ action, onChange }: Pick<ActionProps, 'action' | 'onChange'>) {
  const { t } = useTranslation();
  return (
    <Checkbox
      label={t('rules.pdf')}
      description={t('rules.pdfNote')}
      checked={action.pdf}
      onChange={({ currentTarget }) => onChange({ ...action, pdf: currentTarget.checked })}
    />
  );
}
