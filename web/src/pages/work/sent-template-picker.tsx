import type { SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { get } from '#web/api/client.ts';
import { TEMPLATES } from '#web/api/templates.ts';
import { type NamedTemplate, namesIn } from '#web/components/template-name.ts';
import { SearchSelect } from '#web/lists/search-select.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** A template that work can be made of. */
export interface SendableTemplate extends NamedTemplate {
  readonly id: string;
  /** The number of the published version. */
  readonly currentVersion?: number;
}

interface SentTemplatePickerProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value: SendableTemplate | undefined;
  /** The template of the page that the person comes from. */
  readonly initialId: string | undefined;
  readonly onChange: (template: SendableTemplate | undefined) => void;
}

/** Chooses one of the published templates that the person may use. */
export function SentTemplatePicker(props: SentTemplatePickerProps) {
  const { value, initialId, onChange, ...field } = props;
  const { t, i18n } = useTranslation();
  const { data: initial, isLoading } = useQuery({
    queryKey: [TEMPLATES, initialId],
    queryFn: () => get<SendableTemplate>(`${TEMPLATES}/${initialId}`),
    enabled: initialId !== undefined,
  });
  const choose = useEffectEvent(onChange);
  useEffect(() => {
    if (initial) choose(initial);
  }, [initial]);
  if (isLoading) return undefined;
  return (
    <SearchSelect<SendableTemplate>
      path={TEMPLATES}
      filters={{ usable: true }}
      nameOf={(template) => namesIn(template, i18n.language).name}
      nothing={t('picker.noTemplates')}
      value={value?.id ?? ''}
      initial={initial}
      onChange={onChange}
      {...field}
    />
  );
}
