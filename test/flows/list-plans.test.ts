// Runs alone: it watches the statements of all databases of its process.
// Every list, with each of its filters and orders, is answered by indexes, so that it is as quick in an account with a
// million rows. test/costly-lists.ts has the exceptions.
//
// On SQLite alone: PostgreSQL chooses a plan by the number of rows, and prefers other plans for the few rows of a test.
// Both engines have the same indexes.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint } from '#http/endpoint.ts';
import { findVersion } from '#templates/template.store.ts';
import { MATRIX, type MatrixRow } from '../authorisation-matrix.ts';
import { COSTLY_LISTS, FEW_ROWS } from '../costly-lists.ts';
import { type Callers, type Credentials, startCallers } from '../support/callers.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { isList, type Query, queriesOf } from '../support/list-queries.ts';
import { createMatrixObjects, type MatrixObjects } from '../support/matrix-objects.ts';
import {
  costlyReads,
  type Planned,
  type PlanSchema,
  readPlanSchema,
  unansweredFilters,
} from '../support/plan-faults.ts';
import { routesOf } from '../support/routes.ts';
import { type Statements, watchStatements } from '../support/statements.ts';

const TABLE = 'test/costly-lists.ts';
const few = new Set(FEW_ROWS.keys());
/** Admins see most forms, members those that are theirs: their statements differ. */
const ROLES = ['admin', 'member'] as const;

interface Found {
  readonly route: string;
  readonly parameter: string;
  readonly cost: string;
  readonly planned: Planned;
}

forOneEngine((engine) => {
  let node: Instance;
  let callers: Callers;
  let objects: MatrixObjects;
  let schema: PlanSchema;
  let watched: Statements;
  let found: readonly Found[];
  before(async () => {
    node = await startInstance(engine);
    callers = await startCallers(node);
    objects = await createMatrixObjects(node, callers);
    schema = await readPlanSchema(node.services.db.reader);
    watched = watchStatements(node.services.settings.server.dataDir);
    found = await findCosts();
  });
  after(async () => {
    watched.close();
    await node.close();
  });

  const findCosts = async (): Promise<readonly Found[]> => {
    const lists = (await routesOf(node)).filter(isList);
    const all: Found[] = [];
    for (const role of ROLES) {
      const [app, api] = [await callers.browse(role), await callers.actAs(role)];
      for (const endpoint of lists) {
        const row = MATRIX.find(({ route }) => route === `GET ${endpoint.path}`);
        assert.ok(row, endpoint.path);
        if (row.outcomes[role] !== 'yes') continue;
        all.push(...(await costsOf(endpoint, row, row.right === 'session' ? app : api)));
      }
    }
    return all;
  };

  const costsOf = async (
    endpoint: Endpoint,
    row: MatrixRow,
    by: Credentials,
  ): Promise<readonly Found[]> => {
    const id = row.id === undefined ? '' : await objects.idFor(row, by);
    const path = endpoint.path.replace(/:\w+/, id.split(' ')[0] ?? '');
    const ask = (query: Query) => answerTo(`${path}?${new URLSearchParams(query)}`, by);
    const found: Found[] = [];
    const add = (parameter: string, costs: ReadonlyMap<string, Planned>): void => {
      for (const [cost, planned] of costs) {
        const isOfList = found.some((each) => each.parameter === '-' && each.cost === cost);
        if (!isOfList) found.push({ route: endpoint.path, parameter, cost, planned });
      }
    };
    const plain = await ask({});
    add('-', costlyReads(plain.planned, schema, few));
    const next = nextOf((await ask(onePerPage(endpoint))).answer);
    if (next) add('next', costlyReads((await ask(next)).planned, schema, few));
    const { templateId } = objects;
    const field = await textFieldOf(row.id === 'template' ? id : templateId);
    for (const { parameter, query, without, isFilter } of queriesOf(endpoint, {
      templateId,
      field,
    })) {
      const { planned } = await ask(query);
      add(parameter, costlyReads(planned, schema, few));
      if (!isFilter) continue;
      const unfiltered = Object.keys(without).length === 0 ? plain : await ask(without);
      add(parameter, unansweredFilters(parameter, unfiltered.planned, planned, schema, few));
    }
    return found;
  };

  const answerTo = async (
    path: string,
    { token, headers = {}, as }: Credentials,
  ): Promise<{ readonly answer: Answer; readonly planned: readonly Planned[] }> => {
    const send = () => node.request('GET', path, { token, headers });
    const { result, statements } = await watched.during(node.account.accountId, send);
    // Members may not see deleted forms.
    const isRefused = as === 'member' && result.status === 403;
    assert.ok(result.status === 200 || isRefused, `${path}: ${result.text}`);
    const planned = statements.map((sql) => ({ sql, steps: watched.stepsOf(sql) }));
    return { answer: result, planned };
  };

  const textFieldOf = async (templateId: string): Promise<string> => {
    const { db } = node.services;
    const { accountId } = node.account;
    const { id } = await db.reader
      .selectFrom('template_versions')
      .select('id')
      .where('account_id', '=', accountId)
      .where('template_id', '=', templateId)
      .executeTakeFirstOrThrow();
    const version = await findVersion(db.reader, accountId, id);
    return version?.fields.find(({ name }) => name === 'site')?.id ?? '';
  };

  test('each filter and order of every list is answered by an index, except those of the table', () => {
    assert.ok(found.length > 0);
    const unlisted = found.filter((each) => !COSTLY_LISTS.some((line) => covers(line, each)));
    const messages = unlisted.map(({ route, parameter, cost, planned }) =>
      [`${route}  ${parameter}  ${cost}`, planned.sql, ...planned.steps].join('\n  '),
    );
    assert.equal(messages.length, 0, `Give these an index:\n${messages.join('\n\n')}`);
  });

  test('every exception is still needed', () => {
    const unneeded = COSTLY_LISTS.flatMap((line) =>
      line.parameters
        .filter(
          (parameter) => !found.some((each) => covers({ ...line, parameters: [parameter] }, each)),
        )
        .map((parameter) => `${line.route}  ${parameter}  ${line.cost}`),
    );
    assert.deepEqual(unneeded, [], `Take these out of ${TABLE}`);
  });
});

const covers = (
  { route, parameters, cost }: (typeof COSTLY_LISTS)[number],
  found: Found,
): boolean =>
  (route === '*' || route === found.route) &&
  cost === found.cost &&
  (route === '*' || parameters.includes(found.parameter));

const onePerPage = ({ doc }: Endpoint): Query =>
  Object.fromEntries(
    ['pageSize', 'limit']
      .filter((name) => Object.hasOwn(doc.query?.properties ?? {}, name))
      .map((name) => [name, '1']),
  );

/** Returns the query of the next page; undefined on the last one. */
function nextOf({ headers, at }: Answer): Query | undefined {
  const link = /<([^>]*)>; rel="next"/.exec(headers['link'] ?? '')?.[1];
  if (link !== undefined) return Object.fromEntries(new URL(link).searchParams);
  const cursor = at('next');
  return typeof cursor === 'string' ? { limit: '1', cursor } : undefined;
}
