const NEWLINE = 0x0a;

/**
 * Yields the lines of a stream. Only a line feed ends one: `node:readline` would also break at U+2028, which JSON may
 * hold.
 * @param most the most bytes of a line
 * @throws what `tooLong` returns
 */
export async function* linesIn(
  source: AsyncIterable<Uint8Array>,
  most: number,
  tooLong: () => Error,
): AsyncGenerator<string> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source) {
    let from = 0;
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...held, piece.subarray(from, at)]).toString('utf8');
      [held, length, from] = [[], 0, at + 1];
    }
    if (from === piece.length) continue;
    held.push(piece.subarray(from));
    length += piece.length - from;
    if (length > most) throw tooLong();
  }
  if (held.length > 0) yield Buffer.concat(held).toString('utf8');
}
