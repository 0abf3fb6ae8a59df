import {
  type Definition,
  type Field,
  fieldsOf,
  type JsonObject,
  type Path,
  textOf,
} from '#web/builder/definition.ts';
import { cellsAt, referencesAt } from '#web/builder/names.ts';
import { operatorsOf } from '#web/builder/operators.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useProperty } from '#web/pages/template/inputs/properties.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { ConditionEditor } from './condition-editor.tsx';

interface WhenEditorProps {
  readonly path: Path;
  readonly holder: JsonObject;
}

/** Edits the condition under which a field or page is shown. */
export function WhenEditor({ path, holder }: WhenEditorProps) {
  const { t } = useTranslation();
  const { definition } = useBuilder();
  const set = useProperty(path, 'visibleIf');
  const references = [...referencesAt(definition, path), ...cellsAt(definition, path)].filter(
    ({ field }) => operatorsOf(field).length > 0,
  );
  // Most conditions ask about the question just before.
  const before = fieldsBefore(definition, path);
  const nearest = references.findLast(({ field }) => before.has(field));
  return (
    <ConditionEditor
      title={t('builder.when.title')}
      always={t('builder.when.always')}
      expression={textOf(holder['visibleIf'])}
      references={references}
      first={nearest ?? references[0]}
      onChange={set}
    />
  );
}

/** Returns the fields that stand before the one at `path`; none for the path of a page. */
function fieldsBefore(definition: Definition, path: Path): ReadonlySet<Field> {
  const placed = fieldsOf(definition);
  const at = placed.findIndex((each) => each.path.join() === path.join());
  return new Set(placed.slice(0, Math.max(at, 0)).map(({ field }) => field));
}
