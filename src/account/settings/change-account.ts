import type { AccountDeps } from '#account/account-deps.ts';
import { actorOf } from '#audit/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import { AccountChangeBody, AccountSettings } from './account.shapes.ts';
import { readAccountSettings } from './account-settings.ts';
import { renameAccount } from './rename-account.store.ts';
import { setSessionLimits } from './set-session-limits.ts';

/** PATCH /app/v1/account: changes settings of the account, all of them or none. */
export const changeAccount = (deps: AccountDeps): Endpoint =>
  endpoint({
    method: 'PATCH',
    path: '/app/v1/account',
    protocol: 'problem',
    access: { session: true, role: 'admin', confirmed: true },
    limit: 'api',
    body: 'json',
    doc: {
      summary: 'Change the settings of the account',
      tag: 'Account',
      body: AccountChangeBody,
      responses: { 200: { description: 'As they are now.', schema: AccountSettings } },
    },
    async handle(request) {
      const { name, basicAllowed, passwordMinLength, scimPasswordMinLength, sessions, timeZone } =
        parseInput(AccountChangeBody, request.body);
      const { db, directory, audit } = deps;
      const actor = actorOf(request, 'web');
      const { accountId } = actor;
      const lengths = {
        ...(passwordMinLength !== undefined && { web: passwordMinLength }),
        ...(scimPasswordMinLength !== undefined && { scim: scimPasswordMinLength }),
      };
      const body = await db.transaction(async (tx) => {
        if (basicAllowed !== undefined) await directory.setBasicAllowed(tx, actor, basicAllowed);
        if (Object.keys(lengths).length > 0) {
          await directory.setPasswordMinLength(tx, actor, lengths);
        }
        if (timeZone !== undefined) await directory.setTimeZone(tx, actor, timeZone);
        if (sessions) await setSessionLimits(deps, tx, actor, sessions);
        if (name !== undefined) {
          await renameAccount(tx, accountId, name);
          const about = { targetType: 'Account', targetId: accountId, detail: { name } };
          await audit.append(tx, actor, { action: 'account.rename', ...about });
        }
        return await readAccountSettings(deps, tx, accountId);
      });
      return { status: 200, body };
    },
  });
