import { type AppError, fail } from '#kernel/errors.ts';

const NO_VERSION = /^\/scim(?=[/?]|$)(?!\/v\d+(?:[/?]|$))/;
const OTHER_VERSION = /^\/scim\/v(?!2[/?])\d+(?:[/?]|$)/;

/** Without a version the latest one is meant (RFC 7644 §3.13). */
export const withScimVersion = (url: string): string => url.replace(NO_VERSION, '/scim/v2');

/** Nothing is at this path: said so, or that its version is not spoken here (RFC 7644 §3.12, §3.13). */
export function nothingAt(url: string): AppError {
  return OTHER_VERSION.test(url)
    ? fail('unsupported-version', 'SCIM 2.0 is spoken here, below /scim/v2.')
    : fail('unknown-path', 'There is nothing at this path.');
}
