import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type AppError, fail } from '#kernel/errors.ts';
import type { Ids } from '#kernel/ids.ts';
import type { Protocol } from './endpoint.ts';
import { STATUS_CODES } from './node-http.ts';
import { protocolOf } from './protocol-of.ts';
import { toScimPath } from './scim-version.ts';
import { writeError } from './write-error.ts';

export interface UnreadableDeps {
  readonly ids: Ids;
  readonly log: Logger;
  /** Sent with every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The time that a client has to read the answer. Closing the socket while the client still sends would lose it. */
const LINGER_MS = 2000;

export interface UnreadableHandlers {
  /** Answers data that is not an HTTP request and so reaches no route, and ends the connection. */
  clientError(error: Error, socket: Duplex): void;
  /** Answers CONNECT, which asks for a proxy. */
  connect(request: unknown, socket: Duplex): void;
}

export function createUnreadableHandlers(deps: UnreadableDeps): UnreadableHandlers {
  return {
    clientError(error, socket) {
      const code = 'code' in error ? String(error.code) : '';
      if (code === 'ECONNRESET') socket.destroy();
      // Every piece of data that arrives after the error is reported again; only the first is answered.
      else if (socket.writable) {
        answer(deps, socket, toAppError(code), code, protocolIn(error));
      }
    },
    connect(_request, socket) {
      const error = fail(
        'malformed-request',
        'This server is not a proxy, so it does not support CONNECT.',
      );
      answer(deps, socket, error, 'CONNECT');
    },
  };
}

function answer(
  { ids, log, headers }: UnreadableDeps,
  socket: Duplex,
  error: AppError,
  reason: string,
  protocol: Protocol = 'problem',
): void {
  const requestId = ids.next();
  const { contentType, body } = writeError(protocol, error, requestId);
  const lines = Object.entries({
    ...headers,
    'x-request-id': requestId,
    'content-type': contentType,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const { status } = error;
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  log.warn({ requestId, status, error: error.code, reason }, 'unreadable request');
}

/** Returns the protocol of the request's target, if the unreadable packet begins with it. */
function protocolIn(error: Error): Protocol | undefined {
  const packet = 'rawPacket' in error ? error.rawPacket : undefined;
  if (!(packet instanceof Uint8Array)) return undefined;
  const start = Buffer.from(packet.subarray(0, MAX_START)).toString('latin1');
  const target = /^[A-Z]+ (\S+)/.exec(start)?.[1];
  return target === undefined ? undefined : protocolOf(toScimPath(target));
}

/** Bytes that are looked through for the target. */
const MAX_START = 200;

function toAppError(code: string): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return fail(
        'header-too-large',
        'The request line and headers are too large. Send fewer or shorter headers.',
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return fail('request-timeout', 'The whole request did not arrive in time. Send it again.');
    default:
      return fail('malformed-request', 'This is not a valid HTTP/1.1 request.');
  }
}
