import type { Device } from '#web/offline/device.ts';
import { type Standing, standingOf } from '#web/offline/standing.ts';
import { useKept } from '#web/offline/use-device.ts';

export interface Kept {
  readonly formId: string;
  readonly name: string;
  readonly templateName: string | undefined;
  /** In milliseconds since 1970. */
  readonly changedAt: number;
  readonly standing: Standing;
  /** ISO 8601; undefined for never. */
  readonly dueAt: string | undefined;
  /** When the person completed it here, in milliseconds since 1970; undefined for a form that is still open. */
  readonly finishedAt: number | undefined;
}

/** Returns every form on this device, the last changed first; undefined until they are read. */
export const useKeptHere = (): readonly Kept[] | undefined => useKept(['kept-here'], keptHere).data;

async function keptHere({ store }: Device): Promise<readonly Kept[]> {
  const drafts = [...(await store.drafts())].sort((a, b) => b.changedAt - a.changedAt);
  const files = await Promise.all(drafts.map(({ formId }) => store.files(formId)));
  return drafts.map((draft, i) => {
    const { formId, name, templateName, changedAt, dueAt, completedAt } = draft;
    const standing = standingOf(draft, files[i] ?? []);
    const finishedAt = standing === 'completing' ? (completedAt ?? changedAt) : undefined;
    return { formId, name, templateName, changedAt, standing, dueAt, finishedAt };
  });
}
