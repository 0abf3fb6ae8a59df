import { type AppError, fail } from '#kernel/errors.ts';
import type { Endpoint } from './endpoint.ts';
import { METHODS as KNOWN_METHODS } from './node-http.ts';

/** The methods that a path takes, for the answer to a request with another one. */
export interface PathMethods {
  readonly path: string;
  /** The value of the header `Allow`. */
  readonly allowed: ReadonlySet<string>;
  /** A wrong method is answered without credentials. */
  readonly isPublic: boolean;
}

/** All methods that the parser reads, except CONNECT, which never becomes a request. */
export const METHODS = KNOWN_METHODS.filter((method) => method !== 'CONNECT');

/**
 * The methods for which the router has all paths, so that a wrong method is never matched to another path with a
 * parameter. The router keeps a tree of all paths for each method: for the other thirty that would add 100 ms and some
 * MB to a start, so {@link findPath} finds theirs.
 */
export const ROUTED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function methodsOf(endpoints: readonly Endpoint[]): readonly PathMethods[] {
  return [...Map.groupBy(endpoints, (each) => each.path)].map(([path, group]) => {
    const allowed = new Set<string>(group.map((each) => each.method));
    if (allowed.has('GET')) allowed.add('HEAD');
    return { path, allowed, isPublic: group.every((each) => each.access === 'public') };
  });
}

/** Finds a path as the router does: a literal segment comes before a parameter, and a trailing slash is ignored. */
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
