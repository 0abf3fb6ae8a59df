// The queries that each list can be asked: one for each filter, order and page, from the schema of its parameters.
import type { TSchema } from 'typebox';
import type { Endpoint } from '#http/endpoint.ts';
import { isObject } from '#kernel/json.ts';
import { NOBODY } from './matrix-objects.ts';

export type Query = Readonly<Record<string, string>>;

export interface ListQuery {
  readonly parameter: string;
  readonly query: Query;
  /** What it is compared with: the query without the filter. */
  readonly without: Query;
  /** It chooses rows, and is no order, page or presentation. */
  readonly isFilter: boolean;
}

/** What queries name. */
export interface Named {
  readonly templateId: string;
  /** A field of text of that template, or of the template in the path. */
  readonly field: string;
}

const PAGES = new Set(['pageNumber', 'pageSize', 'after', 'limit', 'cursor', 'changedSince']);
/** These choose what is shown of the rows. */
const SHOWN = new Set(['locale', 'fields', 'columns', 'format', 'by', 'table', 'seq', 'epoch']);
const ORDERS = new Set(['sort', 'direction']);
/** These lead to another list, and narrow none. */
const SCOPES = new Set(['scope', 'deleted', 'everyone']);
/** Other queries have the position of a page and the value of a column; a template with a table or choices is needed for others. */
const NOT_ASKED = new Set(['after', 'cursor', 'epoch', 'table', 'by', 'value']);

/** Returns whether an endpoint lists, counts or sums rows that a query chooses. */
export const isList = ({ method, path, doc: { query } }: Endpoint): boolean =>
  method === 'GET' &&
  /^\/(?:v2|app\/v1)\//.test(path) &&
  Object.keys(query?.properties ?? {}).some(
    (name) => PAGES.has(name) || name === 'q' || name === 'status',
  );

/** Texts that parameters take, by name or by path and name. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  '/v2/users filter': ['userName eq "x"'],
  '/v2/audit-events from': ['2026-01-01T00:00:00Z'],
  '/v2/audit-events to': ['2026-12-31T00:00:00Z'],
  '/app/v1/assignees id': [NOBODY],
  '/app/v1/assignees group': [NOBODY],
  action: ['user.created'],
  actsAs: [NOBODY],
  assignee: [NOBODY],
  changedSince: ['0'],
  compareFrom: ['2026-01-01'],
  compareTo: ['2026-01-31'],
  createdFrom: ['2026-01-01'],
  createdTo: ['2026-12-31'],
  creator: [NOBODY],
  credential: [NOBODY],
  credentialId: [NOBODY],
  dueFrom: ['2026-01-01'],
  dueTo: ['2026-12-31'],
  entityId: [NOBODY],
  filter: ['lastUpdateDate ge 2026-01-31', 'createdDate ge 2026-01-31'],
  from: ['2026-02-01'],
  ip: ['127.0.0.1'],
  method: ['GET'],
  name: ['a'],
  place: ['with', 'without', '46.9,7.3,47.6,8.7'],
  q: ['a'],
  resource: ['Users'],
  sender: [NOBODY],
  state: ['waiting', 'waiting,begun'],
  search: ['a'],
  since: ['2026-01-01T00:00:00Z'],
  targetId: [NOBODY],
  targetType: ['user'],
  to: ['2026-02-28'],
  until: ['2026-12-31T00:00:00Z'],
  updatedFrom: ['2026-01-01'],
  updatedTo: ['2026-12-31'],
  userId: [NOBODY],
};

/** @throws Error for a parameter without a sample, which a new one needs */
export function queriesOf(endpoint: Endpoint, named: Named): readonly ListQuery[] {
  const { path, doc } = endpoint;
  const properties: Readonly<Record<string, TSchema>> = doc.query?.properties ?? {};
  return Object.entries(properties).flatMap(([parameter, schema]): readonly ListQuery[] => {
    if (NOT_ASKED.has(parameter)) return [];
    // Changes of one template are refused: GET /v2/formz lists those of all.
    const isFed = path === '/v2/formz' || path === '/v2/assignments';
    if (parameter === 'changedSince' && !isFed) return [];
    const isFilter = ![PAGES, SHOWN, ORDERS, SCOPES].some((set) => set.has(parameter));
    const without = besides(parameter, properties, named);
    const isKnown = (value: string): boolean =>
      !value.startsWith('due') || Object.hasOwn(properties, 'overdue');
    const values = valuesOf(path, parameter, schema, named).filter(isKnown);
    return values.map((value) => {
      const together: Query =
        parameter === 'column'
          ? { value: 'North' }
          : value.startsWith('due')
            ? { overdue: 'true' }
            : {};
      return {
        parameter,
        query: { ...without, ...together, [parameter]: value },
        without,
        isFilter,
      };
    });
  });
}

/** Returns the parameters without which a parameter is refused, or would narrow a small list. */
function besides(
  parameter: string,
  properties: Readonly<Record<string, TSchema>>,
  { templateId }: Named,
): Query {
  const isScoped = Object.hasOwn(properties, 'scope') && !SCOPES.has(parameter);
  // Most filters narrow the widest list. Those of deleted forms have no scope.
  const scope: Query = isScoped ? { scope: 'all' } : {};
  if (parameter === 'where' && Object.hasOwn(properties, 'template')) {
    return { ...scope, template: templateId };
  }
  if (parameter === 'compareFrom')
    return { from: '2026-02-01', to: '2026-02-28', compareTo: '2026-01-31' };
  if (parameter === 'compareTo')
    return { from: '2026-02-01', to: '2026-02-28', compareFrom: '2026-01-01' };
  return scope;
}

function valuesOf(
  path: string,
  parameter: string,
  schema: TSchema,
  { templateId, field }: Named,
): readonly string[] {
  if (parameter === 'template') return [templateId];
  if (parameter === 'column') return ['region'];
  if (['fields', 'columns'].includes(parameter)) return [field];
  if (parameter === 'where') return [JSON.stringify([{ field, op: 'equals', value: 'Dam' }])];
  const choices = choicesOf(schema);
  if (choices.length > 0) return choices;
  if (parameter === 'sort') {
    const orders = ['lastUpdateDate desc', 'createdDate asc', 'name asc', 'dueDate desc'];
    const ofTemplate = ['number desc', 'status asc', `${field} desc`];
    return path.includes('/templates/:id/') ? [...orders, ...ofTemplate] : orders;
  }
  const samples = SAMPLES[`${path} ${parameter}`] ?? SAMPLES[parameter];
  if (!samples)
    throw new Error(`give ${path} a sample of "${parameter}" in test/support/list-queries.ts`);
  return samples;
}

/** Returns all values of an enumeration, and one of each kind of number. */
function choicesOf(schema: TSchema): readonly string[] {
  const { type, enum: named, anyOf, minimum } = schema as Readonly<Record<string, unknown>>;
  if (type === 'boolean') return ['true', 'false'];
  if (type === 'integer') return [String(Math.max(2, Number(minimum ?? 0)))];
  if (Array.isArray(named)) return named.map(String);
  if (!Array.isArray(anyOf)) return [];
  return anyOf.flatMap((each) =>
    isObject(each) && each['const'] !== undefined ? [String(each['const'])] : [],
  );
}
