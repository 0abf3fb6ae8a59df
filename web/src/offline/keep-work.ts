// Keeps the work that was sent to the person and has not begun, so that it can begin without a network.
import type { AssignmentBeginning, ListedAssignment } from '#assignments/app-types.ts';
import { ASSIGNMENTS } from '#web/api/assignments.ts';
import { ApiError, get } from '#web/api/client.ts';
import { readOn } from '#web/lists/read-on.ts';
import type { Device } from './device.ts';
import { keepKindsOf } from './keep-kinds.ts';
import { readRoom } from './room.ts';
import {
  type KeptWork,
  keepOnlyWork,
  keptWork,
  storeWork,
  type WorkTemplate,
  workTemplates,
} from './work-store.ts';

/** Work beyond this, the most urgent first, can begin only with a network. */
const MOST_WORK = 200;

/**
 * Asks the server for the person's work, and brings this device up to date.
 * @returns the number of what can begin without a network
 * @throws ApiError
 */
export async function keepWork({ person, store }: Device): Promise<number> {
  const query = { mine: true, state: 'waiting' };
  const { items } = await readOn<ListedAssignment>(ASSIGNMENTS, query, MOST_WORK);
  const begun = new Set((await store.drafts()).map(({ assignmentId }) => assignmentId));
  const known = new Map((await keptWork(person)).map((each) => [each.id, each]));
  const templates = new Map((await workTemplates(person)).map((each) => [each.id, each]));
  const ready = new Set<string>();
  for (const item of items) {
    if (begun.has(item.id)) continue;
    const kept = known.get(item.id);
    if (kept && isCurrent(kept, item) && templates.has(item.template.id)) {
      ready.add(item.id);
      continue;
    }
    if ((await readRoom())?.isFull === true) break;
    const template = templates.get(item.template.id);
    const read = await readWork(item, template);
    if (read === undefined) continue;
    if (!(await isStored(storeWork(person, read.work, read.template)))) break;
    templates.set(item.template.id, read.template);
    ready.add(item.id);
  }
  await keepOnlyWork(person, ready);
  // Each build of the app has files of its own for the types of fields.
  keepKindsOf((await workTemplates(person)).map(({ definition }) => definition));
  return ready.size;
}

const isCurrent = ({ item, versionNumber }: KeptWork, listed: ListedAssignment): boolean =>
  item.revision === listed.revision && versionNumber === listed.currentVersion;

/** Reads what work begins with; undefined if it was begun or taken away meanwhile, or its template was archived. */
async function readWork(
  item: ListedAssignment,
  known: WorkTemplate | undefined,
): Promise<{ readonly work: KeptWork; readonly template: WorkTemplate } | undefined> {
  try {
    const knownVersion = known?.versionNumber;
    const path = `${ASSIGNMENTS}/${item.id}/form`;
    const read = await get<AssignmentBeginning>(path, { knownVersion });
    const { versionNumber, answers, definition = known?.definition ?? {} } = read;
    return {
      work: { id: item.id, item, answers, versionNumber },
      template: { id: item.template.id, versionNumber, definition },
    };
  } catch (error) {
    if (error instanceof ApiError && [403, 404, 409].includes(error.status)) return undefined;
    throw error;
  }
}

/** Returns whether there was room. */
async function isStored(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return false;
    throw error;
  }
}
