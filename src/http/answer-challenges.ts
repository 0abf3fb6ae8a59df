import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type ClientHello, readClientHello } from './client-hello.ts';

/** The protocol in which a certificate authority checks a host (RFC 8737 §6.2). */
const ACME_TLS = 'acme-tls/1';
/** Longer messages, and those that come in more pieces, are left to OpenSSL: reading them again and again is work. */
const MOST_BYTES = 16_384;
const MOST_PIECES = 32;
const PATIENCE_MS = 10_000;

export interface ChallengePair {
  readonly cert: string;
  readonly key: string;
}

/**
 * Answers the challenges of a certificate authority, and leaves all other connections to the server. OpenSSL chooses the
 * certificate before the protocol, so the first message is read here before.
 * @param pairOf the certificate with the answer for a host; undefined if there is no challenge
 */
export function answerChallenges(
  server: Server,
  pairOf: (host: string) => Promise<ChallengePair | undefined>,
  onError: (error: unknown) => void,
): void {
  const others = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    const passOn = (): void => {
      for (const listener of others) Reflect.apply(listener, server, [socket]);
    };
    peek(socket, (hello) => {
      if (!hello?.protocols.includes(ACME_TLS)) return passOn();
      // Without a listener, a client that hangs up before there is an answer would end the process.
      const forget = (): void => void socket.destroy();
      socket.on('error', forget);
      pairOf(hello.host ?? '')
        .then((pair) => {
          socket.off('error', forget);
          if (socket.destroyed) return;
          // Without a challenge the usual certificate is served, and OpenSSL refuses the protocol.
          if (pair) answer(socket, pair);
          else passOn();
        })
        .catch((error: unknown) => {
          onError(error);
          socket.destroy();
        });
    });
  });
}

/** Reads the first message of a connection and puts it back. A connection that ends before is forgotten. */
function peek(socket: Socket, then: (hello: ClientHello | undefined) => void): void {
  let bytes: Buffer = Buffer.alloc(0);
  let pieces = 0;
  const stop = (): void => {
    clearTimeout(patience);
    socket.off('readable', look);
    socket.off('error', drop);
    socket.off('end', drop);
  };
  const drop = (): void => {
    stop();
    socket.destroy();
  };
  const look = (): void => {
    const chunk: unknown = socket.read();
    if (!Buffer.isBuffer(chunk)) return;
    bytes = Buffer.concat([bytes, chunk]);
    pieces += 1;
    const hello = bytes.length > MOST_BYTES ? undefined : readClientHello(bytes);
    if (hello === 'incomplete' && pieces < MOST_PIECES) return;
    stop();
    socket.unshift(bytes);
    then(hello === 'incomplete' ? undefined : hello);
  };
  const patience = setTimeout(drop, PATIENCE_MS).unref();
  socket.on('readable', look);
  socket.on('error', drop);
  socket.on('end', drop);
}

/** Completes the handshake with the answer, then closes: nothing else is said in this protocol (RFC 8737 §3). */
function answer(socket: Socket, { cert, key }: ChallengePair): void {
  const secure = new TLSSocket(socket, {
    isServer: true,
    cert,
    key,
    minVersion: 'TLSv1.2',
    ALPNProtocols: [ACME_TLS],
  });
  const close = (): void => void secure.destroy();
  const patience = setTimeout(close, PATIENCE_MS).unref();
  secure.once('close', () => clearTimeout(patience));
  secure.on('error', close);
  secure.once('secure', () => secure.end());
}
