import { get } from '../api/client.ts';
import { TEMPLATES } from '../api/templates.ts';
import type { Device } from './device.ts';
import type { StoredTemplate } from './store.ts';

const MOST = 100;

interface Usable {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly currentVersion?: number;
}

/**
 * Reads the templates that the person may create forms from, and keeps them for when there is no network. A template
 * whose current version is kept already is not read again.
 * @throws ApiError
 */
export async function fetchTemplates({
  store,
  person,
}: Device): Promise<readonly StoredTemplate[]> {
  const { items } = await get<{ readonly items: readonly Usable[] }>(TEMPLATES, {
    usable: true,
    limit: MOST,
  });
  const known = new Map((await store.templates()).map((each) => [each.id, each]));
  const current: StoredTemplate[] = [];
  for (const { id, name, description, currentVersion = 1 } of items) {
    const kept = known.get(id);
    const isCurrent = kept?.versionNumber === currentVersion;
    const { definition } = isCurrent
      ? kept
      : await get<{ readonly definition: object }>(`${TEMPLATES}/${id}/versions/${currentVersion}`);
    current.push({ id, name, description, versionNumber: currentVersion, definition });
  }
  await store.keepTemplates(current);
  // Forms that are kept here may have an older version, or a template that the person may not begin forms from.
  const used = [...current, ...(await store.drafts())].map(({ definition }) => definition);
  // Nobody waits for the lists, which can be long, nor for the script that keeps them: what has arrived stays, and the next time continues.
  void import('./keep-lists.ts')
    .then(({ keepLists }) => keepLists(person, used))
    .catch(() => undefined);
  return current;
}
