import type { SelectProps } from '@mantine/core';
import { TEMPLATES } from '../api/templates.ts';
import { useTranslation } from '../texts.ts';
import { SearchSelect } from './search-select.tsx';

/** The members that show the chosen template before anything is looked up. */
export interface PickedTemplate {
  readonly id: string;
  readonly name: string;
}

interface TemplatePickerProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value?: PickedTemplate | undefined;
  readonly onChange: (template: PickedTemplate | undefined) => void;
}

/** Chooses one template of any number, or none. */
export function TemplatePicker({ value, ...field }: TemplatePickerProps) {
  const { t } = useTranslation();
  return (
    <SearchSelect<PickedTemplate>
      path={TEMPLATES}
      nameOf={({ name }) => name}
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
