import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateItem } from '#forms/app-types.ts';
import { get } from '../api/client.ts';
import { TEMPLATES } from '../api/templates.ts';

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

const PAUSE_MS = 250;
const SHOWN = 20;

/** Picks one of any number of templates, or none. */
export function TemplatePicker({ nothing, value, onChange, ...field }: TemplatePickerProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(value?.name ?? '');
  const [q] = useDebouncedValue(text === value?.name ? '' : text, PAUSE_MS);
  const { data, isFetching } = useQuery({
    queryKey: ['template-picker', q],
    queryFn: () => get<{ readonly items: readonly TemplateItem[] }>(TEMPLATES, { q, limit: SHOWN }),
    placeholderData: keepPreviousData,
  });
  const found: readonly PickedTemplate[] = data?.items ?? [];
  const all = value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found;
  return (
    <Select
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('list.clear') }}
      value={value?.id ?? null}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => onChange(all.find((each) => each.id === id))}
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      filter={({ options }) => options}
      nothingFoundMessage={isFetching ? t('common.loading') : nothing}
      comboboxProps={{ withinPortal: true }}
      openOnFocus={false}
      {...field}
    />
  );
}
