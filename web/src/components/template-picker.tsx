import type { SelectProps } from '@mantine/core';
import { TEMPLATES } from '../api/templates.ts';
import { useTranslation } from '../texts.ts';
import { SearchSelect } from './search-select.tsx';

/** What is needed to show what is chosen, before anything is looked up. */
export interface PickedTemplate {
  readonly id: string;
  readonly name: string;
}

interface TemplatePickerProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  /** What to say when none is called so. */
  readonly nothing: string;
  readonly value?: PickedTemplate | undefined;
  readonly onChange: (template: PickedTemplate | undefined) => void;
}

/** Picks one of any number of templates, or none. */
export function TemplatePicker({ value, ...field }: TemplatePickerProps) {
  const { t } = useTranslation();
  return (
    <SearchSelect<PickedTemplate>
      path={TEMPLATES}
      nameOf={({ name }) => name}
      clearable
      clearButtonProps={{ 'aria-label': t('list.clear') }}
      value={value?.id ?? ''}
      initial={value}
      comboboxProps={{ withinPortal: true }}
      {...field}
    />
  );
}
