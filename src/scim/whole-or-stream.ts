/** Answers up to this many characters are held and sent in one piece, with their length. */
const MAX_HELD = 256 * 1024;

/**
 * The text that the chunks make: whole when it is short, else a stream that begins with what was read already. Until
 * then an error is still an error answer; later it can only end the connection.
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
  return goOn(held, iterator);
}

async function* goOn(held: string, iterator: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    yield held;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}
