import type { Reader } from '#db/database.ts';
import { counted } from '#kernel/counted.ts';
import { listUnreadableConnections } from '#sign-in/index.ts';
import { listUnreadableWebhooks } from '#webhooks/index.ts';
import { type DoctorContext, type Finding, findingsOf } from './finding.ts';
import { sealHere } from './master-key.ts';

const { ok, fault, skipped } = findingsOf('secrets');
const MAX_NAMED = 5;

/** Checks that the master key opens the secrets of webhooks and of single sign-on. */
export async function checkSecrets(
  { settings }: DoctorContext,
  reader: Reader,
): Promise<readonly Finding[]> {
  const seal = await sealHere(settings, reader);
  if (!seal) return [skipped('they open with the master key alone')];
  const webhooks = await listUnreadableWebhooks(reader, seal);
  const connections = await listUnreadableConnections(reader, seal);
  const faults = [
    ...named(
      webhooks.map(({ accountCode, targetUrl }) => `${targetUrl} (${accountCode})`),
      ['webhook is', 'webhooks are'],
      'not delivered, since another master key sealed their secret',
      'renew each secret on the page Webhooks, and give it to the receiver',
    ),
    ...named(
      connections.map(({ accountCode, name }) => `${name} (${accountCode})`),
      ['connection lets', 'connections let'],
      'nobody sign in, since another master key sealed their client secret',
      'enter each client secret again on the page Single sign-on',
    ),
  ];
  return faults.length > 0
    ? faults
    : [ok('the secrets of webhooks and single sign-on can be read')];
}

function named(
  names: readonly string[],
  [one, many]: readonly [one: string, many: string],
  what: string,
  fix: string,
): readonly Finding[] {
  if (names.length === 0) return [];
  const more = names.length > MAX_NAMED ? ' …' : '';
  return [
    fault(
      `${counted(names.length, one, many)} ${what}: ${names.slice(0, MAX_NAMED).join(', ')}${more}`,
      fix,
    ),
  ];
}
