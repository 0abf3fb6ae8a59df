import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import type { Expected, FormActor } from '#form-basics/index.ts';
import { requireRevision } from '#kernel/require-revision.ts';
import { checkPeriod } from './check-settings.ts';
import { lockManagedLink } from './find-link.ts';
import { updateLink } from './public-link.store.ts';
import type { LinkSettings, PublicLink } from './public-link.ts';
import type { PublicLinksDeps } from './public-links-deps.ts';
import { ended } from './require-open.ts';

export interface LinkChanges extends Expected {
  readonly state?: PublicLink['state'] | undefined;
  readonly settings: Partial<LinkSettings>;
}

/**
 * Changes, pauses or ends a link. An ended link stays as it is.
 * @throws AppError `forbidden`, `not-found`, `precondition-failed`, `public-link-ended`, `invalid-value`.
 */
export async function changeLink(
  { directory, clock, audit }: Pick<PublicLinksDeps, 'directory' | 'clock' | 'audit'>,
  tx: Tx,
  by: FormActor,
  id: string,
  { state, settings, ifRevision }: LinkChanges,
): Promise<PublicLink> {
  const before = await lockManagedLink(tx, directory, by, id);
  requireRevision('link', before.revision, ifRevision);
  const changed = { ...before, ...settings, ...(state !== undefined && { state }) };
  if (isDeepStrictEqual(changed, before)) return before;
  if (before.state === 'ended') throw ended();
  checkPeriod(changed);
  const link = { ...changed, revision: before.revision + 1, updatedAt: clock.now() };
  await updateLink(tx, link);
  await audit.append(tx, by, {
    action: actionOf(before, link),
    targetType: 'PublicLink',
    targetId: link.id,
    detail: {
      templateId: link.templateId,
      name: link.name,
      changed: changedSettings(before, link),
    },
  });
  return link;
}

function actionOf(before: PublicLink, after: PublicLink): string {
  if (before.state === after.state) return 'public-link.update';
  const verb = { active: 'resume', paused: 'pause', ended: 'end' }[after.state];
  return `public-link.${verb}`;
}

const SETTINGS = [
  'name',
  'opensAt',
  'closesAt',
  'maxAnswers',
  'codeHash',
  'oncePerBrowser',
  'proofOfWork',
  'thankYou',
  'keepOnDevice',
] as const;

/** Returns the names of the settings that differ, without their values: the code is among them. */
const changedSettings = (before: PublicLink, after: PublicLink): readonly string[] =>
  SETTINGS.filter((name) => before[name] !== after[name]).map((name) =>
    name === 'codeHash' ? 'code' : name,
  );
