/** Responses up to this many characters are buffered and sent with their length. */
const MAX_HELD = 256 * 1024;

/**
 * Returns the text of the chunks: as a string when it is short, otherwise as a stream that begins with the part already
 * read. An error before that point is sent as an error response; a later one can only end the connection.
 */
export async function wholeOrStream(
  chunks: AsyncIterable<string>,
): Promise<string | AsyncIterable<string>> {
  const iterator = chunks[Symbol.asyncIterator]();
  let held = '';
  while (held.length < MAX_HELD) {
    const next = await iterator.next();
    if (next.done) return held;
    held += next.value;
  }
  return resume(held, iterator);
}

async function* resume(held: string, iterator: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    yield held;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}
