import type { ServerResponse } from 'node:http';

/** Well below the high-water mark of a socket, so that one piece never fills its buffer. */
const PIECE_BYTES = 32 * 1024;

interface Answer {
  readonly raw: ServerResponse;
  readonly text: string | Uint8Array;
}

const ready: Answer[] = [];

/**
 * Answers that got ready in one turn of the event loop leave at its end, one behind the other: each by itself would
 * wake its reader, a proxy or a client on this machine, which takes longer than the writing.
 */
function endTogether(answer: Answer): void {
  if (ready.push(answer) === 1) setImmediate(endReady);
}

function endReady(): void {
  for (const { raw, text } of ready.splice(0)) raw.end(text);
}

/**
 * Ends an answer with its body. Of a long one everything but the end has left before the end goes out: node:http stops
 * the parser of a connection whose buffer is still full when the next request comes, and over TLS it feeds that parser
 * all the same, so that a good request ends in HPE_PAUSED and 400.
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

/** False when the client is gone. */
function hasLeft(raw: ServerResponse, piece: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    raw.write(piece, (error) => resolve(!error));
  });
}
