// The reference: node:https that answers every request with the same bytes, from memory.
//   node bare-https.ts ANSWER.json PAIR.pem
// ANSWER.json is {"headers": [name, value, …], "body": text}; PAIR.pem contains key and certificate.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';

const [answerFile = '', pairFile = ''] = process.argv.slice(2);
const { headers, body } = JSON.parse(readFileSync(answerFile, 'utf8')) as {
  readonly headers: string[];
  readonly body: string;
};
const pair = readFileSync(pairFile);
const bytes = Buffer.from(body);

const server = createServer({ key: pair, cert: pair }, (_request, response) => {
  response.writeHead(200, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  process.stdout.write(`listening on https://127.0.0.1:${port}\n`);
});
