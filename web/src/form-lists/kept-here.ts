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
}

/** Returns every form on this device, the last changed first; undefined until they are read. */
export const useKeptHere = (): readonly Kept[] | undefined => useKept(['kept-here'], keptHere).data;

async function keptHere({ store }: Device): Promise<readonly Kept[]> {
  const drafts = [...(await store.drafts())].sort((a, b) => b.changedAt - a.changedAt);
  const files = await Promise.all(drafts.map(({ formId }) => store.files(formId)));
  return drafts.map((draft, i) => ({
    formId: draft.formId,
    name: draft.name,
    templateName: draft.templateName,
    changedAt: draft.changedAt,
    standing: standingOf(draft, files[i] ?? []),
  }));
}
