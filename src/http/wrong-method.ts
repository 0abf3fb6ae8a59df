import { type AppError, fail } from '#kernel/errors.ts';
import type { Endpoint } from './endpoint.ts';
import { METHODS as KNOWN_METHODS } from './node-http.ts';

/** What a path takes, for whoever sends another method. */
export interface PathMethods {
  readonly path: string;
  /** For the header `Allow`. */
  readonly allowed: ReadonlySet<string>;
  /** A wrong method is answered without credentials. */
  readonly isPublic: boolean;
}

/** All that the parser reads; a CONNECT never becomes a request. */
export const METHODS = KNOWN_METHODS.filter((method) => method !== 'CONNECT');

/**
 * Those that the router has all paths for, so that a wrong one is never taken for another path with a parameter. It keeps
 * a tree of all paths for each method: for the other thirty that costs a start 100 ms and some MB, so
 * {@link findPath} finds theirs.
 */
export const ROUTED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function methodsOf(endpoints: readonly Endpoint[]): readonly PathMethods[] {
  return [...Map.groupBy(endpoints, (each) => each.path)].map(([path, group]) => {
    const allowed = new Set<string>(group.map((each) => each.method));
    if (allowed.has('GET')) allowed.add('HEAD');
    return { path, allowed, isPublic: group.every((each) => each.access === 'public') };
  });
}

/** As the router finds a path: what is spelt out goes before a parameter, and a slash at the end does not count. */
export function findPath(paths: readonly PathMethods[]): (url: string) => PathMethods | undefined {
  const sorted = paths
    .map((methods) => ({ methods, segments: methods.path.split('/') }))
    .sort((a, b) => (rankOf(a.segments) < rankOf(b.segments) ? -1 : 1));
  return (url) => {
    const segments = url
      .replace(/[?#].*$/s, '')
      .replace(/(?<=.)\/$/, '')
      .split('/');
    return sorted.find((each) => fits(each.segments, segments))?.methods;
  };
}

const isParameter = (segment: string): boolean => segment.startsWith(':');
const rankOf = (segments: readonly string[]): string =>
  segments.map((segment) => (isParameter(segment) ? '1' : '0')).join('');

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, at) => (isParameter(part) ? segments[at] !== '' : part === segments[at]));

export function wrongMethod(method: string, { allowed }: PathMethods): AppError {
  const allow = [...allowed].join(', ');
  return fail('method-not-allowed', `${method} is not supported here, only ${allow}.`, {
    headers: { allow },
  });
}
