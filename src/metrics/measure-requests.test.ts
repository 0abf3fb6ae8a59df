import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequestMeter } from './measure-requests.ts';
import { openMeter } from './meter.ts';

const request = {
  protocol: 'scim',
  method: 'GET',
  route: '/scim/v2/Users/:id',
  status: 200,
  code: undefined,
  ms: 3,
  accountId: 'a',
} as const;

const seriesOf = (text: string): readonly string[] =>
  text.split('\n').filter((line) => /^(?:http_server|formstead)_/.test(line));

test('strangers cannot make more series, whatever they send', async () => {
  const meter = await openMeter();
  const requests = createRequestMeter(meter);
  const send = (n: number) => {
    requests.measure({ ...request, method: `M${n}`, route: undefined, status: 404 });
    requests.measure({ ...request, accountId: undefined, status: 401 });
  };
  send(0);
  requests.countConnections(new Map());
  const before = seriesOf(await meter.text()).length;
  for (let n = 1; n < 500; n += 1) send(n);
  requests.countConnections(new Map());
  assert.equal(seriesOf(await meter.text()).length, before);
});

test('fifty connections have a name, and the others share one', async () => {
  const meter = await openMeter();
  const requests = createRequestMeter(meter);
  for (let n = 0; n < 70; n += 1) requests.measure({ ...request, accountId: `id-${n}` });
  requests.measure({ ...request, accountId: 'id-0', status: 409 });
  requests.measure({ ...request, accountId: 'id-69', status: 503 });
  assert.equal(requests.accounts().length, 50);
  for (let round = 0; round < 2; round += 1) requests.countConnections(new Map([['id-0', 'acme']]));
  const lines = seriesOf(await meter.text()).filter((line) => line.includes('connection='));
  assert.equal(lines.length, 50 + 1 + 1 + 1);
  const line = (connection: string, outcome: string, count: number) =>
    `formstead_scim_connection_requests_total{connection="${connection}",outcome="${outcome}"} ${count}`;
  assert.ok(lines.includes(line('acme', 'done', 1)));
  assert.ok(lines.includes(line('acme', 'conflict', 1)));
  assert.ok(lines.includes(line('_OTHER', 'done', 20)));
  assert.ok(lines.includes(line('_OTHER', 'unavailable', 1)));
});

test('operations of SCIM are counted by what they do', async () => {
  const meter = await openMeter();
  const requests = createRequestMeter(meter);
  const cases = [
    ['GET', '/scim/v2/Users', 'list Users'],
    ['GET', '/scim/v2/Users/:id', 'read Users'],
    ['POST', '/scim/v2/Users/.search', 'search Users'],
    ['POST', '/scim/v2/Groups', 'create Groups'],
    ['PATCH', '/scim/v2/Groups/:id', 'change Groups'],
    ['POST', '/scim/v2/Bulk', 'bulk Bulk'],
    ['DELETE', '/scim/v2/Me', 'delete Me'],
    ['GET', '/scim/v2/Me', 'read Me'],
  ] as const;
  for (const [method, route] of cases) requests.measure({ ...request, method, route });
  const text = await meter.text();
  const found = [...text.matchAll(/resource="(\w+)",operation="(\w+)",outcome="done"\} 1/g)];
  assert.deepEqual(
    found.map(([, resource, operation]) => `${operation} ${resource}`),
    cases.map(([, , words]) => words),
  );
});
