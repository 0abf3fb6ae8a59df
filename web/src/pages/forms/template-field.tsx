import { Box } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ChoiceField } from '#web/lists/choice-field.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** Until then, the first forms come over the line alone: nobody filters a list before seeing it. */
const LOADS_AFTER_MS = 1000;

interface TemplateFieldProps {
  readonly value: string | undefined;
  /** The name of the chosen template; undefined until it is known. */
  readonly name: string | undefined;
  readonly onChoose: (templateId: string | undefined) => void;
}

type SearchProps = TemplateFieldProps & { readonly isFocused: boolean };

// What floats over a page is heavier than a list. Without a network there is nothing to search.
const Search = lazy(async () => {
  const loaded = await import('#web/lists/template-picker.tsx').catch(() => undefined);
  if (loaded === undefined) return { default: Chosen };
  return {
    default: ({ value, name, onChoose, isFocused }: SearchProps) => {
      const { t } = useTranslation();
      // Without a filter, the name is that of any form.
      const known = value === undefined ? '' : (name ?? t('forms.oneTemplate'));
      return (
        <loaded.TemplatePicker
          // A filter that was removed is emptied, and a name that comes with the list is shown once it is there.
          key={`${value ?? ''} ${known}`}
          aria-label={t('forms.template')}
          placeholder={t('list.any', { what: t('forms.template') })}
          value={value === undefined ? undefined : { id: value, name: known }}
          onChange={(template) => onChoose(template?.id)}
          autoFocus={isFocused}
        />
      );
    },
  };
});

/** Filters forms by their template. */
export function TemplateField(props: TemplateFieldProps) {
  const [isLoaded, setLoaded] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLoaded(true), LOADS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Box
      onFocus={() => {
        setFocused(true);
        setLoaded(true);
      }}
      onBlur={() => setFocused(false)}
    >
      <Suspense fallback={<Chosen {...props} />}>
        {isLoaded ? <Search {...props} isFocused={isFocused} /> : <Chosen {...props} />}
      </Suspense>
    </Box>
  );
}

/** Shows and removes the chosen template, until others can be searched. */
function Chosen({ value, name, onChoose }: TemplateFieldProps) {
  const { t } = useTranslation();
  const choices = value === undefined ? [] : [{ value, label: name ?? t('forms.oneTemplate') }];
  return <ChoiceField label={t('forms.template')} {...{ value, choices, onChoose }} />;
}
