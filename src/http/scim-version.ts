import { type AppError, fail } from '#kernel/errors.ts';

/** Also behind a scheme and a host, as requests to a proxy name the whole URL (RFC 9112 §3.2.2). */
const SCIM_PATH = /^(?:https?:\/\/[^/?]*)?(\/+scim(?:\/[^?]*)?)(?=\?|$)/i;
const NO_VERSION = /^\/scim(?=[/?]|$)(?!\/v\d+(?:[/?]|$))/;
const OTHER_VERSION = /^\/scim\/v(?!2[/?])\d+(?:[/?]|$)/;

/**
 * Returns the URL that is routed: with the version, since a path without one means the latest (RFC 7644 §3.13), and with
 * single slashes, since clients join a base URL that ends with one to a path that begins with one (flagsmith#7139).
 */
export const toScimPath = (url: string): string =>
  url
    .replace(SCIM_PATH, (_, path: string) => path.replaceAll(/\/{2,}/g, '/'))
    .replace(NO_VERSION, '/scim/v2');

/** Returns the error for an unknown path, or for a SCIM version that is not supported (RFC 7644 §3.12, §3.13). */
export function nothingAt(url: string): AppError {
  return OTHER_VERSION.test(url)
    ? fail('unsupported-version', 'Formstead supports SCIM 2.0 only, at /scim/v2.')
    : fail('unknown-path', 'There is nothing at this path.');
}
