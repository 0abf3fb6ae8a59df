import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TemplateList } from '#forms/app-types.ts';
import { get } from '../../api/client.ts';
import { TEMPLATES } from '../../api/templates.ts';
import { ChoiceField } from '../../lists/choice-field.tsx';
import { useTranslation } from '../../texts.ts';

const MOST = 100;
/** Until then, the first forms come over the line alone: nobody filters a list before seeing it. */
const ASKS_AFTER_MS = 1000;

interface TemplateFieldProps {
  readonly value: string | undefined;
  /** The name of the chosen template, in case it is not among those offered. */
  readonly name: string | undefined;
  readonly onChoose: (templateId: string | undefined) => void;
}

/** Filters forms by their template. */
export function TemplateField({ value, name, onChoose }: TemplateFieldProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAsking(true), ASKS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({
    enabled: isAsking,
    queryKey: [TEMPLATES, 'choices'],
    queryFn: () => get<TemplateList>(TEMPLATES, { limit: MOST }),
  });
  const offered = (data?.items ?? []).map((each) => ({ value: each.id, label: each.name }));
  const isOffered = value === undefined || offered.some((each) => each.value === value);
  const other = isOffered ? [] : [{ value, label: name ?? t('forms.oneTemplate') }];
  return (
    <ChoiceField
      label={t('forms.template')}
      value={value}
      choices={[...other, ...offered]}
      onChoose={onChoose}
    />
  );
}
