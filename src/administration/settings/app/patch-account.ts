import type { Static } from 'typebox';
import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { AccountChangeBody, AccountSettings } from '#administration/settings/account.shapes.ts';
import { readAccountSettings } from '#administration/settings/account-settings.ts';
import { renameAccount } from '#administration/settings/rename-account.store.ts';
import { setSecondFactorRule } from '#administration/settings/set-second-factor-rule.ts';
import { setSessionLimits } from '#administration/settings/set-session-limits.ts';
import { setSsoOnly } from '#administration/settings/set-sso-only.ts';
import { actorOf } from '#audit/index.ts';
import type { Tx } from '#db/database.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint, Request, SessionPrincipal } from '#http/endpoint.ts';
import { setLinksAllowed } from '#public-links/index.ts';
import { planScheduledExportsAnew } from '#scheduled-exports/index.ts';
import { planSeriesAnew } from '#series/index.ts';

/** PATCH /app/v1/account: changes settings of the account, in one transaction. */
export const patchAccount = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'PATCH',
    path: '/app/v1/account',
    role: 'admin',
    confirmed: true,
    body: AccountChangeBody,
    doc: {
      summary: 'Change the settings of the account',
      tag: 'Account',
      responses: {
        200: { description: 'As they are now.', schema: AccountSettings },
        409: {
          description:
            '`ssoOnly` could lock everybody out, because nobody has signed in with a connection yet, or there is no break-glass admin.',
        },
      },
    },
    async handle(request) {
      const input = request.body;
      const { accountId } = request.principal;
      const body = await deps.db.transaction(async (tx) => {
        await changeWaysIn(deps, tx, request, input);
        await changeRest(deps, tx, request, input);
        return await readAccountSettings(deps, tx, accountId);
      });
      return { status: 200, body };
    },
  });

type Change = Static<typeof AccountChangeBody>;

async function changeWaysIn(
  deps: AdministrationDeps,
  tx: Tx,
  request: Request<SessionPrincipal>,
  { basicAllowed, ssoOnly, secondFactor, passwordMinLength, scimPasswordMinLength }: Change,
): Promise<void> {
  const { directory } = deps;
  const actor = actorOf(request, 'web');
  const lengths = {
    ...(passwordMinLength !== undefined && { web: passwordMinLength }),
    ...(scimPasswordMinLength !== undefined && { scim: scimPasswordMinLength }),
  };
  if (basicAllowed !== undefined) await directory.setBasicAllowed(tx, actor, basicAllowed);
  if (secondFactor) await setSecondFactorRule(deps, tx, actor, secondFactor);
  if (ssoOnly !== undefined) await setSsoOnly(deps, tx, request, ssoOnly);
  if (Object.keys(lengths).length > 0) await directory.setPasswordMinLength(tx, actor, lengths);
}

async function changeRest(
  deps: AdministrationDeps,
  tx: Tx,
  request: Request<SessionPrincipal>,
  { name, sessions, timeZone, publicLinks }: Change,
): Promise<void> {
  const { directory, audit } = deps;
  const actor = actorOf(request, 'web');
  const { accountId } = actor;
  if (timeZone !== undefined) {
    await directory.setTimeZone(tx, actor, timeZone);
    await planSeriesAnew(tx, accountId);
    await planScheduledExportsAnew(tx, accountId);
  }
  if (sessions) await setSessionLimits(deps, tx, actor, sessions);
  if (publicLinks !== undefined) await setLinksAllowed(deps, tx, actor, publicLinks);
  if (name === undefined) return;
  await renameAccount(tx, accountId, name);
  const about = { targetType: 'Account', targetId: accountId, detail: { name } };
  await audit.append(tx, actor, { action: 'account.rename', ...about });
}
