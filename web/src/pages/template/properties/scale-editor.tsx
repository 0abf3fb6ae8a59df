import { useRef } from 'react';
import { type Choice, readChoices, writeChoices } from '#web/builder/choices.ts';
import type { Field, Path } from '#web/builder/definition.ts';
import { choicesOver } from '#web/builder/rename-choice.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { LinesField } from '#web/pages/template/inputs/lines-field.tsx';
import { useProperty } from '#web/pages/template/inputs/properties.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** Edits the choices of a Likert scale, which all of its rows have. */
export function ScaleEditor({ path, field }: { readonly path: Path; readonly field: Field }) {
  const { t } = useTranslation();
  const { definition } = useBuilder();
  const set = useProperty(path, 'columns');
  const choices: readonly Choice[] = readChoices(field['columns']);
  const before = useRef(choices);
  return (
    <LinesField
      label={t('builder.choices.title')}
      description={t('builder.choices.pasteLead')}
      lines={choices.map(({ value, text }) => (text ? `${value} = ${text}` : value))}
      onChange={(text) => set(writeChoices(choicesOver(text, before.current), definition) ?? [])}
      onStart={() => {
        before.current = choices;
      }}
    />
  );
}
