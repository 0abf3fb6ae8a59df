// The closed lists of words by which SCIM requests are counted.

const RESOURCES = [
  'Users',
  'Groups',
  'Me',
  'Bulk',
  'Schemas',
  'ResourceTypes',
  'ServiceProviderConfig',
];
const OTHER = '_OTHER';

interface Operation {
  readonly resource: string;
  readonly operation: string;
}

/** @param route the route, with parameters as `:name`; undefined for an unknown path */
export function operationOf(method: string, route: string | undefined): Operation {
  const parts = (route ?? '').split('/');
  const resource = parts.find((part) => RESOURCES.includes(part)) ?? OTHER;
  if (route === undefined) return { resource, operation: OTHER };
  if (route.endsWith('/.search')) return { resource, operation: 'search' };
  const isOne = resource === 'Me' || (parts.at(-1)?.startsWith(':') ?? false);
  return { resource, operation: verbOf(method, resource, isOne) };
}

function verbOf(method: string, resource: string, isOne: boolean): string {
  switch (method) {
    case 'GET':
    case 'HEAD':
      return isOne ? 'read' : 'list';
    case 'POST':
      return resource === 'Bulk' ? 'bulk' : 'create';
    case 'PUT':
      return 'replace';
    case 'PATCH':
      return 'change';
    case 'DELETE':
      return 'delete';
    default:
      return OTHER;
  }
}

/** Outcomes that identity providers treat differently, by HTTP status. */
const BY_STATUS: ReadonlyMap<number, string> = new Map([
  [401, 'unauthorised'],
  [403, 'unauthorised'],
  [404, 'not_found'],
  [409, 'conflict'],
  [412, 'conflict'],
  [429, 'throttled'],
  [503, 'unavailable'],
]);

/** Returns the outcome of a SCIM request. */
export function outcomeOf(status: number): string {
  const known = BY_STATUS.get(status);
  if (known !== undefined) return known;
  if (status < 400) return 'done';
  return status < 500 ? 'refused' : 'failed';
}
