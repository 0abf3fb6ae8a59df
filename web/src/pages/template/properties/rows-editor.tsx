import { useRef } from 'react';
import { type Choice, readChoices } from '#web/builder/choices.ts';
import type { Field, Path } from '#web/builder/definition.ts';
import { rowsFrom, settleRows } from '#web/builder/fixed-rows.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { LinesField } from '#web/pages/template/inputs/lines-field.tsx';
import { useProperty } from '#web/pages/template/inputs/properties.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** Edits the rows that a template gives a table, one per line. */
export function RowsEditor({ path, field }: { readonly path: Path; readonly field: Field }) {
  const { t } = useTranslation();
  const { definition, published, edit } = useBuilder();
  const set = useProperty(path, 'rows');
  const rows: readonly Choice[] = readChoices(field['rows']);
  const before = useRef(rows);
  return (
    <LinesField
      label={t('builder.rows.title')}
      description={t('builder.rows.hint')}
      lines={rows.map(({ value, text }) => text || value)}
      onChange={(text) => set(rowsFrom(text, before.current, definition))}
      onStart={() => {
        before.current = rows;
      }}
      onSettled={() => {
        const isKept = (name: string) => published.hasRow(field.name, name);
        edit((now) => settleRows(now, path, isKept), { key: `${path.join('.')} rows` });
      }}
    />
  );
}
