import type { ClientRequest, IncomingMessage } from 'node:http';

/** A call that ended without an answer that can be read, and without an error of the network. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * Returns the answer to a request, which the caller ends. Node ends a request quietly, with neither an answer nor an
 * error, when the other side changes the protocol (101): who waited for one of those two would wait for good.
 * @throws NoAnswer, and what the request emits as its error
 */
export function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on('response', resolve);
  request.on('error', reject);
  request.on('upgrade', ({ statusCode }, socket) => {
    socket.destroy();
    reject(new NoAnswer(`${request.host} answered ${statusCode}`));
  });
  request.on('close', () =>
    reject(new NoAnswer(`${request.host} ended the call without an answer`)),
  );
  return promise;
}
