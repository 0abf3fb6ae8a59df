import type { FormEvent } from '#form-basics/index.ts';
import { correctedIn } from './form-event.store.ts';

/** Edits with a longer pause between them are told separately, in milliseconds. */
const RUN_MS = 600_000;

/** Returns whether the next event of a form continues this one: open drafts save themselves all the time. */
export const continues = (
  event: Omit<FormEvent, 'id' | 'formId' | 'storedBytes'>,
  next: Omit<FormEvent, 'id' | 'formId' | 'storedBytes'>,
): boolean =>
  event.action === 'edit' &&
  next.action === 'edit' &&
  correctedIn(event) === undefined &&
  correctedIn(next) === undefined &&
  next.actorUserId === event.actorUserId &&
  next.credentialId === event.credentialId &&
  next.at - event.at < RUN_MS;
