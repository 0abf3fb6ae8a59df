/**
 * Which of the ids at places `offset`, `offset + 1`, … of a list are at those same places when the hidden ones are
 * left out of it. Both in order. Enough are given when there are `limit` and as many more as are hidden: then
 * skipping needs no look at who is hidden.
 */
export function withoutHidden(
  ids: readonly string[],
  hidden: readonly string[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): readonly string[] {
  const left = new Set(hidden);
  return ids.filter((id, i) => {
    const place = offset + i - hidden.filter((other) => other < id).length;
    return !left.has(id) && place >= offset && place < offset + limit;
  });
}
