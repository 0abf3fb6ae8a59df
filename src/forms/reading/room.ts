// How much text is shown of one form beside what it was answered with. A long title of a column stands in each of a
// thousand rows, and a long choice in each answer that chose it: written out, they would take all memory there is.

/** Characters of titles and display values. */
const MAX_SHOWN = 4_000_000;

/** What is left of it for a form that is being read. */
export interface Room {
  left: number;
}

export const emptyRoom = (): Room => ({ left: MAX_SHOWN });

/** Returns the text, or something short in its place when there is no room left for it. */
export function fitting(room: Room, text: string, short: () => string): string {
  if (text.length > room.left) return short();
  room.left -= text.length;
  return text;
}
