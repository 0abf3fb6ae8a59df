const MAX_COMPARED = 64;

/** Returns the candidate that `text` is probably a misspelling of; undefined when none is similar enough. */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  const [near] = candidates
    .map((candidate) => ({ candidate, distance: distanceOf(text, candidate) }))
    .sort((a, b) => a.distance - b.distance);
  const limit = Math.max(2, Math.floor(text.length / 3));
  return near && near.distance <= limit && near.distance < text.length ? near.candidate : undefined;
}

/** Returns the Levenshtein distance: how many letters must be added, removed or replaced. */
function distanceOf(a: string, b: string): number {
  if (a.length > MAX_COMPARED) return Number.POSITIVE_INFINITY;
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...a].entries()) {
    const line = [row + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
