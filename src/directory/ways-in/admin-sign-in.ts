import { shownEmail } from '#directory/attributes/shown-email.ts';
import type { User } from '#directory/rows/records.ts';
import type { Actor } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import { isObject, type JsonObject, member } from '#kernel/json.ts';
import { fold } from '#kernel/text.ts';

/** The attributes by which single sign-on finds people. */
const NAMES = ['userName', 'externalId'] as const;

/**
 * Returns the attributes that a write may give a locked user. Over SCIM an admin keeps the attributes that single
 * sign-on finds people by, and the address that sign-in links go to: otherwise the holder of a provisioning credential
 * could sign in as the admin. A write that deactivates the admin always does so, and keeps these attributes.
 * @throws AppError `admin-sign-in`
 */
export function keepAdminSignIn(actor: Actor, before: User, wanted: JsonObject): JsonObject {
  if (actor.via !== 'scim' || before.role !== 'admin') return wanted;
  const changed = changedName(before.attributes, wanted);
  if (changed === undefined) return wanted;
  if (wanted['active'] === false) return withSignInOf(before.attributes, wanted);
  throw fail(
    'admin-sign-in',
    `Provisioning does not change the ${changed} of an admin, because admins sign in with it. Change the user name or email address on the page of the user in Formstead, or remove the role admin during the sync.`,
    { at: changed },
  );
}

function changedName(before: JsonObject, after: JsonObject): string | undefined {
  const name = NAMES.find((each) => textOf(before, each) !== textOf(after, each));
  if (name !== undefined) return name;
  const address = addressOf(after);
  return address === '' || address === addressOf(before) ? undefined : 'emails';
}

/** Returns the text as single sign-on compares it. */
function textOf(attributes: JsonObject, name: (typeof NAMES)[number]): string | undefined {
  const value = member(attributes, name);
  if (typeof value !== 'string') return undefined;
  return name === 'userName' ? fold(value) : value;
}

/** Returns an empty text when there is no address. */
function addressOf(attributes: JsonObject): string {
  const email = shownEmail(attributes);
  const value = email !== undefined && isObject(email) ? member(email, 'value') : undefined;
  return typeof value === 'string' ? fold(value) : '';
}

function withSignInOf(before: JsonObject, { ...wanted }: JsonObject): JsonObject {
  const kept: Record<string, JsonObject[string]> = { ...wanted };
  for (const name of [...NAMES, 'emails']) {
    const value = member(before, name);
    if (value === undefined) delete kept[name];
    else kept[name] = value;
  }
  return kept;
}
