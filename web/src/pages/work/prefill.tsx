import { Checkbox, ScrollArea, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type RefObject, useMemo, useRef, useState } from 'react';
import type { Model } from 'survey-core';
import { versionQuery } from '#web/api/template-queries.ts';
import { emptyDefinition, readDefinition, titleOf } from '#web/builder/definition.ts';
import { prefillableIn, prefillForm } from '#web/builder/prefill.ts';
import type { Answers } from '#web/survey/give-answers.ts';
import { SurveyView } from '#web/survey/survey-view.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface PrefillProps {
  readonly templateId: string;
  /** The number of the published version. */
  readonly version: number;
  /** Where the form with the answers is put. */
  readonly model: RefObject<Model | undefined>;
}

/** Chooses fields of a template, and enters their answers in the form itself. */
export function Prefill({ templateId, version, model }: PrefillProps) {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(versionQuery(templateId, version));
  const definition = useMemo(() => readDefinition(data.definition) ?? emptyDefinition(), [data]);
  const fields = prefillableIn(definition);
  const [names, setNames] = useState<readonly string[]>([]);
  const typed = useRef<Answers>({});
  const form = useMemo(() => prefillForm(definition, names), [definition, names]);
  if (fields.length === 0) return undefined;
  const kept = Object.entries(typed.current).filter(([name]) => names.includes(name));
  return (
    <Stack gap="xs">
      <Checkbox.Group
        label={t('work.new.prefill')}
        description={t('work.new.prefillHint')}
        value={[...names]}
        onChange={(chosen) => {
          if (chosen.length === 0) model.current = undefined;
          setNames(chosen);
        }}
      >
        <ScrollArea.Autosize
          mah="14rem"
          type="auto"
          viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('work.new.prefillFields') }}
        >
          <Stack gap="xs" mt="xs">
            {fields.map((field) => (
              <Checkbox key={field.name} value={field.name} label={titleOf(field)} />
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Checkbox.Group>
      {names.length > 0 && (
        <SurveyView
          definition={form}
          answers={Object.fromEntries(kept)}
          setUp={(made) => {
            model.current = made;
            typed.current = made.data;
            made.onValueChanged.add(() => {
              typed.current = made.data;
            });
          }}
        />
      )}
    </Stack>
  );
}
