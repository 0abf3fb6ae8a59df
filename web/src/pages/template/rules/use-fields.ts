import { useQuery } from '@tanstack/react-query';
import { templateQuery, versionQuery } from '#web/api/template-queries.ts';
import { readDefinition } from '#web/builder/definition.ts';
import { type Reference, referencesAt } from '#web/builder/names.ts';
import { operatorsOf } from '#web/builder/operators.ts';

/** Returns the fields of the published version of a template, or of its draft while it has none. */
export function useFields(templateId: string | undefined): readonly Reference[] {
  const isKnown = templateId !== undefined;
  const id = templateId ?? '';
  const { data: template } = useQuery({ ...templateQuery(id), enabled: isKnown });
  const number = template?.currentVersion;
  const isPublished = isKnown && number !== undefined;
  const { data: version } = useQuery({ ...versionQuery(id, number ?? 0), enabled: isPublished });
  const definition = readDefinition(isPublished ? version?.definition : template?.draftDefinition);
  if (definition === undefined) return [];
  return referencesAt(definition, []).filter(
    ({ name, field }) => !name.startsWith('panel.') && operatorsOf(field).length > 0,
  );
}
