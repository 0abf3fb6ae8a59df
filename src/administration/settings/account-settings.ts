import type { AdministrationDeps } from '#administration/administration-deps.ts';
import type { Reader } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import { readLinksAllowed } from '#public-links/index.ts';
import type { Usage } from '#quotas/index.ts';
import { CONFIRMED_MS, readSessionLimits } from '#sign-in/index.ts';
import type { AccountSettings } from './account.shapes.ts';
import { readSecondFactorRule } from './second-factor-rule.store.ts';

/** Returns the account as its settings screen shows it. @throws AppError `not-found`. */
export async function readAccountSettings(
  { directory, settings, quotas }: Pick<AdministrationDeps, 'directory' | 'settings' | 'quotas'>,
  db: Reader,
  accountId: string,
): Promise<AccountSettings> {
  const account = await directory.readAccount(db, accountId);
  if (!account) throw fail('not-found', 'There is no such account.');
  const { id, code, name, basicAllowed, passwordMinLength, timeZone, ssoOnly, createdAt } = account;
  const { basic, basicSunset } = settings.security;
  const usage = await quotas.usage(db, accountId);
  return {
    id,
    code,
    name,
    timeZone,
    basicAllowed,
    ssoOnly,
    passwordMinLength: passwordMinLength.web,
    scimPasswordMinLength: passwordMinLength.scim,
    basicOffered: basic,
    mailOffered: settings.mail !== undefined,
    ...(basicSunset !== undefined && { basicSunset: new Date(basicSunset).toISOString() }),
    sessions: {
      ...(await readSessionLimits(db, accountId)),
      confirmedSeconds: CONFIRMED_MS / 1000,
    },
    publicLinks: await readLinksAllowed(db, accountId),
    secondFactor: await shownRule(db, accountId),
    usage: {
      fileBytes: itemOf(usage.fileBytes),
      forms: itemOf(usage.forms),
      answerBytes: itemOf(usage.answerBytes),
      isCounting: await quotas.isCounting(db),
    },
    createdAt: new Date(createdAt).toISOString(),
  };
}

async function shownRule(db: Reader, accountId: string): Promise<AccountSettings['secondFactor']> {
  const { appliesTo, graceDays } = await readSecondFactorRule(db, accountId);
  return { for: appliesTo, graceDays };
}

const itemOf = ({ used, limit }: Usage) => ({ used, ...(limit !== undefined && { limit }) });
