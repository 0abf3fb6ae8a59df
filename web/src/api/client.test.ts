// Answers that break off, never come or come from something else: each is a missing answer to whoever called, so that
// the sender of drafts tries again.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { after, before, describe, mock, test } from 'node:test';
import { ApiError, call } from './client.ts';

describe('a request whose answer', () => {
  let server: Server;
  let base: string;
  const answers: Record<string, (response: ServerResponse) => void> = {
    '/cut': (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"revision":');
      setTimeout(() => response.destroy(), 50);
    },
    '/silent': () => undefined,
    '/half': (response) => void response.writeHead(200, { 'content-length': '100' }).write('{'),
    '/page': (response) => void response.end('<!doctype html><title>Sign in to the Wi-Fi</title>'),
  };
  before(async () => {
    server = createServer(({ url = '' }, response) => answers[url]?.(response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${Object(server.address()).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const isNoAnswer = (error: unknown) =>
    error instanceof ApiError && error.status === 0 && error.code === 'offline';

  test('breaks off in the middle counts as not answered', async () => {
    await assert.rejects(call('GET', `${base}/cut`), isNoAnswer);
  });

  test('is a page of somebody else counts as not answered', async () => {
    await assert.rejects(call('GET', `${base}/page`), isNoAnswer);
  });

  for (const path of ['/silent', '/half']) {
    test(`never comes, or never ends, is given up after two minutes: ${path}`, async () => {
      mock.timers.enable({ apis: ['setTimeout'] });
      try {
        const reached = once(server, 'request');
        const answer = assert.rejects(call('PATCH', `${base}${path}`, { answers: {} }), isNoAnswer);
        await reached;
        mock.timers.tick(121_000);
        await answer;
      } finally {
        mock.timers.reset();
      }
    });
  }
});
