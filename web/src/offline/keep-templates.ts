import { ApiError, get } from '#web/api/client.ts';
import { TEMPLATES } from '#web/api/templates.ts';
import type { NamedTemplate } from '#web/components/template-name.ts';
import { readOn } from '#web/lists/read-on.ts';
import type { Device } from './device.ts';
import { readRoom } from './room.ts';
import { nameOf, type StoredTemplate } from './store.ts';
import { workTemplates } from './work-store.ts';

/** Templates beyond these, by name, can be begun only with a network. */
const MOST_TEMPLATES = 1000;
/** The most characters of all definitions on this device: a phone has to read them at once. */
const MOST_CHARACTERS = 50_000_000;

/** A template as the server lists it. */
export interface UsableTemplate extends NamedTemplate {
  readonly id: string;
  readonly currentVersion?: number;
}

/**
 * Keeps the templates that the person may create forms from, for when there is no network. Each is kept as it arrives; one
 * whose current version is here already is not read again.
 * @returns whether all of them are on this device
 * @throws ApiError
 */
export const keepTemplates = (device: Device): Promise<boolean> =>
  // Another tab that does the same would read the same templates.
  navigator.locks.request(`${nameOf(device.person)}/templates`, () => bringUpToDate(device));

async function bringUpToDate({ store, person }: Device): Promise<boolean> {
  const usable = { usable: true };
  const { items, isWhole } = await readOn<UsableTemplate>(TEMPLATES, usable, MOST_TEMPLATES);
  await store.keepOnlyTemplates(new Set(items.map(({ id }) => id)));
  const known = new Map((await store.templates()).map((each) => [each.id, each]));
  const current: StoredTemplate[] = [];
  let characters = 0;
  for (const item of items) {
    const kept = known.get(item.id);
    if (kept === undefined && (await readRoom())?.isFull === true) break;
    const { name, description, translations } = item;
    const template = isCurrent(kept, item)
      ? { ...kept, name, description, translations }
      : await read(item);
    if (template === undefined) continue;
    characters += JSON.stringify(template.definition).length;
    if (characters > MOST_CHARACTERS) break;
    if (!(await isKept(store.putTemplate(template)))) break;
    current.push(template);
  }
  const isAll = isWhole && current.length === items.length;
  // Forms and work that are kept here may have an older version, or a template that the person may not begin forms from.
  const others = [...(await store.drafts()), ...(await workTemplates(person))];
  const used = [...current, ...others].map(({ definition }) => definition);
  // Nobody waits for the lists, which can be long, nor for the script that keeps them: what has arrived stays, and the next time continues.
  void import('./keep-lists.ts')
    .then(({ keepLists }) => keepLists(person, used))
    .catch(() => undefined);
  return isAll;
}

/** Returns whether there was room. */
async function isKept(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return false;
    throw error;
  }
}

const isCurrent = (
  kept: StoredTemplate | undefined,
  { currentVersion = 1 }: UsableTemplate,
): kept is StoredTemplate => kept?.versionNumber === currentVersion;

/** Reads a template with its definition; undefined if it was archived meanwhile. @throws ApiError */
async function read(item: UsableTemplate): Promise<StoredTemplate | undefined> {
  try {
    return await wholeTemplate(item);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

async function wholeTemplate(item: UsableTemplate): Promise<StoredTemplate> {
  const { id, name, description, translations, currentVersion: versionNumber = 1 } = item;
  const { definition } = await get<{ readonly definition: object }>(
    `${TEMPLATES}/${id}/versions/${versionNumber}`,
  );
  return { id, name, description, translations, versionNumber, definition };
}

/** Returns a listed template with its definition, from this device if it has the current version. @throws ApiError */
export async function findTemplate(device: Device, item: UsableTemplate): Promise<StoredTemplate> {
  const kept = await device.store.template(item.id);
  return isCurrent(kept, item) ? kept : wholeTemplate(item);
}
