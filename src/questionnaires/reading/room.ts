// Limits the text that is shown of one form in addition to its answers. A long column title is repeated in each of a
// thousand rows, and a long choice in each answer that has it: without a limit, they would use up all memory.

/** The most characters of titles and display values. */
const MAX_SHOWN = 4_000_000;

/** The number of characters left for the form that is being read. */
export interface Room {
  left: number;
}

export const emptyRoom = (): Room => ({ left: MAX_SHOWN });

/** Returns the text, or a short replacement when there is not enough room left. */
export function fitting(room: Room, text: string, short: () => string): string {
  if (text.length > room.left) return short();
  room.left -= text.length;
  return text;
}
