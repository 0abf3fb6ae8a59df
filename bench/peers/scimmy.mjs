// scimmy-routers over Express and HTTPS, the users in memory.
//   node scimmy.mjs USERS.json PAIR.pem TOKEN
// USERS.json is a list of SCIM users with ids; TOKEN is what a request must send as Bearer. A user is
// kept as it is handed over: nothing is written, checked, counted or logged, so that the peer does
// less than Formstead, not more.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import express from 'express';
import SCIMMY from 'scimmy';
import SCIMMYRouters from 'scimmy-routers';

const [usersFile, pairFile, token] = process.argv.slice(2);
const users = new Map(JSON.parse(readFileSync(usersFile, 'utf8')).map((user) => [user.id, user]));
const notFound = () => new SCIMMY.Types.Error(404, null, 'There is no user with this id.');

SCIMMY.Resources.declare(SCIMMY.Resources.User.extend(SCIMMY.Schemas.EnterpriseUser))
  .ingress(({ id = randomUUID() }, attributes) => {
    const user = { ...attributes, id };
    users.set(id, user);
    return user;
  })
  .egress(({ id }) => {
    if (id === undefined) return [...users.values()];
    const user = users.get(id);
    if (user === undefined) throw notFound();
    return user;
  })
  .degress(() => {
    throw notFound();
  });

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
