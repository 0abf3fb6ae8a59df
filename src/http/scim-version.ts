import { type AppError, fail } from '#kernel/errors.ts';

const NO_VERSION = /^\/scim(?=[/?]|$)(?!\/v\d+(?:[/?]|$))/;
const OTHER_VERSION = /^\/scim\/v(?!2[/?])\d+(?:[/?]|$)/;

/** Adds the version to a path without one, which means the latest (RFC 7644 §3.13). */
export const withScimVersion = (url: string): string => url.replace(NO_VERSION, '/scim/v2');

/** Returns the error for an unknown path, or for a SCIM version that is not supported (RFC 7644 §3.12, §3.13). */
export function nothingAt(url: string): AppError {
  return OTHER_VERSION.test(url)
    ? fail('unsupported-version', 'Formstead supports SCIM 2.0 only, at /scim/v2.')
    : fail('unknown-path', 'There is nothing at this path.');
}
