// Texts for the actions, sources and actors of audit events.
import type { AuditEntry } from '#administration/app-types.ts';
import { audit as english } from '#web/locales/en/audit.ts';
import type { TFunction } from '#web/texts/texts.ts';

const { actions, kinds, switches, vias } = english.audit;

/** Returns the action as text; unchanged if a newer version of the server wrote it. */
export function actionText(action: string, t: TFunction): string {
  const [noun = '', verb = ''] = action.split('.');
  return isKnown(noun, verb)
    ? t(`audit.actions.${noun}.${verb}`, { defaultValue: action })
    : action;
}

/** Returns the event as text. One that turns something on or off says which. */
export function entryText({ action, detail }: AuditEntry, t: TFunction): string {
  const [, verb = ''] = action.split('.');
  const isOn = detail['to'] ?? detail['allowed'] ?? detail['ssoOnly'];
  if (!Object.hasOwn(switches, verb) || typeof isOn !== 'boolean') return actionText(action, t);
  return t(`audit.switches.${verb}.${isOn ? 'on' : 'off'}`, { defaultValue: action });
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
  ['User', '/settings/users'],
  ['Group', '/settings/groups'],
  ['Template', '/templates'],
  ['Form', '/forms'],
  ['Dashboard', '/dashboards'],
  ['List', '/lists'],
  ['Webhook', '/webhooks'],
]);

/** Returns the path of the target's screen; undefined when it has none, was deleted, or the reader may not see it. */
export function pageOf({ target }: Pick<AuditEntry, 'target'>): string | undefined {
  const folder = target?.isOpen ? FOLDERS.get(target.type) : undefined;
  return folder && `${folder}/${target?.id}`;
}

/** The number of characters of an id that tell targets without a name apart. */
const SHORT = 8;

/** Returns the name of the target, or else its kind and the end of its id; undefined for kinds that have no names. */
export function targetText(
  { target }: Pick<AuditEntry, 'target'>,
  t: TFunction,
): string | undefined {
  const { type = '', id, name } = target ?? {};
  if (name !== undefined || id === undefined || !Object.hasOwn(kinds, type)) return name;
  return t('audit.unnamedTarget', {
    kind: t(`audit.kinds.${type}`, { defaultValue: type }),
    id: id.slice(-SHORT),
  });
}
