import type { SelectProps } from '@mantine/core';
import { TEMPLATES } from '#web/api/templates.ts';
import { type NamedTemplate, namesIn } from '#web/components/template-name.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { SearchSelect } from './search-select.tsx';

/** The members that show the chosen template before anything is looked up. */
export interface PickedTemplate extends NamedTemplate {
  readonly id: string;
}

interface TemplatePickerProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value?: PickedTemplate | undefined;
  readonly onChange: (template: PickedTemplate | undefined) => void;
}

/** Chooses one template of any number, or none. */
export function TemplatePicker({ value, ...field }: TemplatePickerProps) {
  const { t, i18n } = useTranslation();
  return (
    <SearchSelect<PickedTemplate>
      path={TEMPLATES}
      nameOf={(template) => namesIn(template, i18n.language).name}
      nothing={t('picker.noTemplates')}
      clearable
      clearButtonProps={{ 'aria-label': t('list.clear') }}
      value={value?.id ?? ''}
      initial={value}
      comboboxProps={{ withinPortal: true }}
      {...field}
    />
  );
}
