/** Replaces characters that could move the cursor or colour the terminal by `?`: names are untrusted input. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '?');
}

/** Quotes a path for a command that is shown, so that a shell takes it as one word. */
export const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

const GAP = '  ';

/** Formats rows under a heading as aligned columns. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  return columns([heading, ...rows]);
}

/** Formats fields as one name and value per line, and leaves out undefined values. */
export function record(fields: Readonly<Record<string, string | undefined>>): string {
  return columns(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[`${name}:`, value]],
    ),
  );
}

/** Aligns columns, without padding at the end of lines. */
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

/** Formats milliseconds since the epoch as ISO 8601; undefined stays undefined. */
export function isoTime(ms: number): string;
export function isoTime(ms: number | undefined): string | undefined;
export function isoTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
