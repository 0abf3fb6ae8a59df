/** PNG (W3C, third edition) 11.3: texts, a time, and Exif, which may hold a location. */
const METADATA = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']);
const SIGNATURE_BYTES = 8;
/** Of a chunk, beside its data: its length, its type and its checksum. */
const FRAME_BYTES = 12;

/** Returns whether a PNG holds anything that says where, when or with what it was made. */
export function hasMetadata(png: Uint8Array): boolean {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= png.length; ) {
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    if (METADATA.has(type)) return true;
    at += FRAME_BYTES + view.getUint32(at);
  }
  return false;
}
