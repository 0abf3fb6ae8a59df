/** Pixels of a PNG, which takes that much memory to unpack however few bytes it has; undefined for anything else. */
export function pixelsOfPng(bytes: Buffer): number | undefined {
  const isPng = bytes.length >= 24 && bytes.toString('latin1', 12, 16) === 'IHDR';
  return isPng ? bytes.readUInt32BE(16) * bytes.readUInt32BE(20) : undefined;
}

/** More than any camera makes. */
export const MAX_PIXELS = 60_000_000;
