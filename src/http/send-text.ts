import type { ServerResponse } from 'node:http';

/** Well below the high-water mark of a socket, so that one piece never fills the socket's buffer. */
const PIECE_BYTES = 32 * 1024;

interface Answer {
  readonly raw: ServerResponse;
  readonly text: string | Uint8Array;
}

const ready: Answer[] = [];

/**
 * Sends the answers that became ready in one turn of the event loop together, at its end. Sent one by one, each would
 * wake its reader, a proxy or a client on this machine, which takes longer than the writing.
 */
function endTogether(answer: Answer): void {
  if (ready.push(answer) === 1) setImmediate(endReady);
}

function endReady(): void {
  for (const { raw, text } of ready.splice(0)) raw.end(text);
}

/**
 * Ends an answer with its body. Of a long body, all but the last piece is flushed before the last one is written.
 * Otherwise node:http pauses the parser of a connection whose buffer is still full when the next request comes, but
 * over TLS still feeds that parser, so that a good request ends in HPE_PAUSED and 400.
 */
export async function sendText(raw: ServerResponse, text: string | Uint8Array): Promise<void> {
  if (text.length * 3 <= PIECE_BYTES) {
    endTogether({ raw, text });
    return;
  }
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  let from = 0;
  for (; bytes.length - from > PIECE_BYTES; from += PIECE_BYTES) {
    if (!(await hasLeft(raw, bytes.subarray(from, from + PIECE_BYTES)))) return;
  }
  raw.end(bytes.subarray(from));
}

/** Resolves when the piece has been flushed; to false when the client has disconnected. */
function hasLeft(raw: ServerResponse, piece: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    raw.write(piece, (error) => resolve(!error));
  });
}
