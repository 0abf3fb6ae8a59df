// Texts for the actions, sources and actors of audit events.
import type { AuditEntry } from '#administration/app-types.ts';
import { audit as english } from '../../locales/en/audit.ts';
import type { TFunction } from '../../texts.ts';

const { actions, vias } = english.audit;

/** Returns the action as text; unchanged if a newer version of the server wrote it. */
export function actionText(action: string, t: TFunction): string {
  const [noun = '', verb = ''] = action.split('.');
  return isKnown(noun, verb)
    ? t(`audit.actions.${noun}.${verb}`, { defaultValue: action })
    : action;
}

function isKnown(noun: string, verb: string): boolean {
  const verbs = Object.entries(actions).find(([each]) => each === noun)?.[1] ?? {};
  return Object.hasOwn(verbs, verb);
}

export function viaText(via: string, t: TFunction): string {
  return Object.hasOwn(vias, via) ? t(`audit.vias.${via}`, { defaultValue: via }) : via;
}

/** Returns the name of the actor. */
export function actorText({ user, credential, result, via }: AuditEntry, t: TFunction): string {
  if (user) return user.name ?? t('audit.unnamed');
  if (credential) return credential.name ?? t('audit.unnamed');
  const isInside = via === 'system' || via === 'command-line' || via === 'set-up';
  return t(result === 'refused' && !isInside ? 'audit.stranger' : 'audit.nobody');
}

const FOLDERS = new Map([
  ['User', 'users'],
  ['Group', 'groups'],
]);

/** Returns the path of the target's screen; undefined when it has none, or was deleted. */
export function pageOf({ target }: AuditEntry): string | undefined {
  if (target?.id === undefined) return undefined;
  if (target.type === 'Form') return `/forms/${target.id}`;
  const folder = FOLDERS.get(target.type);
  const isThere = folder !== undefined && target.name !== undefined;
  return isThere ? `/settings/${folder}/${target.id}` : undefined;
}
