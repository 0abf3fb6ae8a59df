// scimmy-routers over Express and HTTPS, with groups in memory.
//   node scimmy-groups.mjs GROUPS.json PAIR.pem TOKEN
// GROUPS.json is a list of SCIM groups with ids; TOKEN is what a request must send as Bearer. A
// changed group is kept as it is handed over: nothing is written, checked, counted or logged, so that
// the peer does less than Formstead, not more.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import express from 'express';
import SCIMMY from 'scimmy';
import SCIMMYRouters from 'scimmy-routers';

const [groupsFile, pairFile, token] = process.argv.slice(2);
const groups = new Map(JSON.parse(readFileSync(groupsFile, 'utf8')).map((each) => [each.id, each]));
const find = (id) => {
  const group = groups.get(id);
  if (group === undefined) {
    throw new SCIMMY.Types.Error(404, null, 'There is no group with this id.');
  }
  return group;
};

SCIMMY.Resources.declare(SCIMMY.Resources.Group)
  .ingress(({ id }, { displayName, members = [] }) => {
    find(id);
    const group = { id, displayName, members };
    groups.set(id, group);
    return group;
  })
  .egress(({ id }) => (id === undefined ? [...groups.values()] : find(id)))
  .degress(({ id }) => find(id) && groups.delete(id));

const app = express();
app.use(
  '/scim/v2',
  new SCIMMYRouters({
    type: 'bearer',
    handler: (request) => {
      if (request.header('authorization') !== `Bearer ${token}`) throw new Error('who are you?');
      return 'bench';
    },
  }),
);

const pair = readFileSync(pairFile);
const server = createServer({ key: pair, cert: pair }, app);
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on https://127.0.0.1:${server.address().port}\n`);
});
