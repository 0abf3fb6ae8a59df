import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Field, Path } from '#web/builder/definition.ts';
import { referenceTo, renameField, takenNames } from '#web/builder/names.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useTranslation } from '#web/texts/texts.ts';

const POSSIBLE = /^[^{}[\].'"]{1,128}$/;

/** Edits the name under which answers are stored. References to the field follow it. */
export function NameProperty({ path, field }: { readonly path: Path; readonly field: Field }) {
  const { t } = useTranslation();
  const builder = useBuilder();
  const [typed, setTyped] = useState<string>();
  const name = typed ?? field.name;
  const fault = faultOf(name);
  const isKept = builder.published.hasField(field.name);
  const reference = `{${referenceTo(builder.definition, path, field)}}`;
  return (
    <TextInput
      label={t('builder.field.name')}
      description={t(isKept ? 'builder.field.nameKept' : 'builder.field.nameHint', { reference })}
      readOnly={isKept}
      variant={isKept ? 'filled' : 'default'}
      value={name}
      error={fault}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => {
        setTyped(undefined);
        if (fault === undefined) builder.edit((now) => renameField(now, path, name));
      }}
    />
  );

  function faultOf(wanted: string): string | undefined {
    if (wanted === field.name) return undefined;
    if (!POSSIBLE.test(wanted) || wanted.trim() !== wanted) return t('builder.field.nameBad');
    const isTaken =
      takenNames(builder.definition).has(wanted.toLowerCase()) &&
      wanted.toLowerCase() !== field.name.toLowerCase();
    return isTaken ? t('builder.field.nameTaken') : undefined;
  }
}
