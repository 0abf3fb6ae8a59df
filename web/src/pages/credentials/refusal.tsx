import type { Credential } from '#administration/app-types.ts';
import { Time } from '#web/components/time.tsx';
import { type TFunction, useTranslation } from '#web/texts/texts.ts';

/** The key of the text for each reason. A newer version of the server may send others. */
const REASONS = new Map([
  ['wrong-secret', 'wrongSecret'],
  ['wrong-method', 'wrongMethod'],
  ['suspended', 'suspended'],
  ['revoked', 'revoked'],
  ['address', 'address'],
  ['address-failures', 'addressFailures'],
  ['assertion: malformed', 'malformed'],
  ['assertion: type', 'type'],
  ['assertion: algorithm', 'algorithm'],
  ['assertion: unknown key', 'unknownKey'],
  ['assertion: wrong signature', 'wrongSignature'],
  ['assertion: a claim is missing or of a wrong type', 'claims'],
  ['assertion: issuer', 'issuer'],
  ['assertion: subject', 'subject'],
  ['assertion: audience', 'audience'],
  ['assertion: audience is the token endpoint', 'tokenEndpoint'],
  ['assertion: issued in the future', 'early'],
  ['assertion: ERR_JWT_CLAIM_VALIDATION_FAILED', 'early'],
  ['assertion: life over 60 s', 'life'],
  ['assertion: life over 600 s', 'longLife'],
  ['assertion: expired', 'expired'],
  ['assertion: no jti', 'noJti'],
  ['assertion: replayed', 'replayed'],
] as const);

const isKnown = (reason: string): reason is Parameters<typeof REASONS.get>[0] =>
  [...REASONS.keys()].some((each) => each === reason);

function reasonText(reason: string, t: TFunction): string {
  const name = isKnown(reason) ? REASONS.get(reason) : undefined;
  return name === undefined ? reason : t(`credentials.refusal.${name}`);
}

/** Shows when, from where and why a client that claimed this credential was last refused. */
export function Refusal({ at, ip, reason }: NonNullable<Credential['lastRefused']>) {
  const { t } = useTranslation();
  return (
    <>
      <Time at={at} /> · {ip}
      <div>{reasonText(reason, t)}</div>
    </>
  );
}
