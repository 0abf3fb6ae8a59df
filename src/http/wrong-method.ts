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

/** The methods that endpoints take, and OPTIONS. */
export const ROUTED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** A path with methods that it does not take. */
export interface MethodRefusal {
  readonly path: PathMethods;
  readonly methods: readonly string[];
}

export function methodsOf(endpoints: readonly Endpoint[]): readonly PathMethods[] {
  return [...Map.groupBy(endpoints, (each) => each.path)].map(([path, group]) => {
    const allowed = new Set<string>(group.map((each) => each.method));
    if (allowed.has('GET')) allowed.add('HEAD');
    return { path, allowed, isPublic: group.every((each) => each.access === 'public') };
  });
}

/**
 * Returns what the router must be told to refuse: a method that another path takes which matches the same requests, as
 * `/users/:id` those of `/users/.search`. All other wrong methods it does not find, and {@link findPath} does: to have
 * each path in the router for each method would take most of the time of a start.
 */
export function toRefuse(paths: readonly PathMethods[]): readonly MethodRefusal[] {
  const all = paths.map((path) => ({ path, segments: path.path.split('/') }));
  const open = all.filter(({ segments }) => segments.some((part) => isOpen(part)));
  return all.flatMap(({ path, segments }) => {
    const taken = new Set(
      open.flatMap((other) => (meet(other.segments, segments) ? [...other.path.allowed] : [])),
    );
    const isWild = segments.includes('*');
    const methods = ROUTED_METHODS.filter(
      (method) => !path.allowed.has(method) && (isWild || taken.has(method)),
    );
    return methods.length > 0 ? [{ path, methods }] : [];
  });
}

/** Tells whether some path fits both patterns. */
function meet(one: readonly string[], other: readonly string[]): boolean {
  for (const [at, part] of one.entries()) {
    const against = other[at];
    if (part === '*' || against === '*') return true;
    if (against === undefined) return false;
    if (part !== against && !isParameter(part) && !isParameter(against)) return false;
  }
  return one.length === other.length || other[one.length] === '*';
}

/**
 * Finds a path without a wildcard as the router does: spelt with percent signs or not, a literal segment comes before a
 * parameter, and a trailing slash is ignored.
 */
export function findPath(paths: readonly PathMethods[]): (url: string) => PathMethods | undefined {
  const sorted = paths
    .map((methods) => ({ methods, segments: methods.path.split('/') }))
    .sort((a, b) => (rankOf(a.segments) < rankOf(b.segments) ? -1 : 1));
  return (url) => {
    // A request to a proxy names the whole URL.
    const path = url.replace(/^https?:\/\/.*?\//, '/').replace(/[?#].*$/s, '');
    const segments = decoded(path)
      ?.replace(/(?<=.)\/$/, '')
      .split('/');
    return segments && sorted.find((each) => fits(each.segments, segments))?.methods;
  };
}

/** Returns undefined for a path that can't be decoded. */
function decoded(path: string): string | undefined {
  try {
    // Leaves %2F as it is, which separates no segments.
    return decodeURI(path);
  } catch {
    return undefined;
  }
}

const isOpen = (segment: string): boolean => segment === '*' || isParameter(segment);
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
