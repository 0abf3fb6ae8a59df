/** Names come from anywhere: what would move the cursor or colour the terminal is shown as `?`. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '?');
}

const GAP = '  ';

/** Rows under a heading in aligned columns. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  return columns([heading, ...rows]);
}

/** What is known of one thing: a name and a value a line; values that are undefined are left out. */
export function record(fields: Readonly<Record<string, string | undefined>>): string {
  return columns(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[`${name}:`, value]],
    ),
  );
}

/** Aligned columns; nothing is padded at the end of a line. */
export function columns(lines: readonly (readonly string[])[]): string {
  const clean = lines.map((line) => line.map(printable));
  const widths: number[] = [];
  for (const line of clean) {
    for (const [index, cell] of line.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
    }
  }
  return clean
    .map((line) =>
      line
        .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell)))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

const widthOf = (text: string): number => [...text].length;

/** Milliseconds as people and programs read them; undefined stays undefined. */
export function isoTime(ms: number): string;
export function isoTime(ms: number | undefined): string | undefined;
export function isoTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
