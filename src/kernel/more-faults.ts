/** Returns the sentence that says how many faults a detail does not name; empty for none. */
export function moreFaults(count: number): string {
  if (count < 1) return '';
  return count === 1 ? ' There is 1 more fault.' : ` There are ${count} more faults.`;
}
