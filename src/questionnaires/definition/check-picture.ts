import { counted } from '#kernel/counted.ts';
import { isObject, type JsonValue, member } from '#kernel/json.ts';
import {
  isPicture,
  MAX_CHOICE_PICTURE_BYTES,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_SIDE,
  PICTURE_START,
} from './picture.ts';
import type { Wrong } from './wrong.ts';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Returns what is wrong with the picture of an instruction text or, `imageLink`, of a choice; undefined when nothing is. */
export function faultOfPicture(value: JsonValue, name: string): Wrong | undefined {
  const most = name === 'imageLink' ? MAX_CHOICE_PICTURE_BYTES : MAX_PICTURE_BYTES;
  const bytes = isPicture(value) ? bytesOfPicture(value) : undefined;
  const size = bytes !== undefined && bytes.length <= most ? jpegSize(bytes) : undefined;
  if (size !== undefined && Math.max(...size) <= MAX_PICTURE_SIDE) return undefined;
  const values = { bytes: most, side: MAX_PICTURE_SIDE };
  const text = `This must be a JPEG picture of at most ${counted(most, 'byte')} and ${MAX_PICTURE_SIDE} pixels a side, as text that starts with ${PICTURE_START}`;
  return { kind: 'needsPicture', values, text };
}

/** Returns the bytes of a picture; none when it is no base64. */
export function bytesOfPicture(picture: string): Buffer {
  const coded = picture.slice(PICTURE_START.length);
  return Buffer.from(BASE64.test(coded) ? coded : '', 'base64');
}

/** Returns the pictures of all instruction texts, and of all choices, that are not too large. */
export function picturesIn(definition: JsonValue): {
  readonly ofTexts: readonly string[];
  readonly ofChoices: readonly string[];
} {
  const ofTexts: string[] = [];
  const ofChoices: string[] = [];
  // Without recursion: nesting that would overflow the stack is refused afterwards.
  const waiting: JsonValue[] = [definition];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (isObject(value)) {
      const [picture, image] = [member(value, 'picture'), member(value, 'imageLink')];
      if (member(value, 'type') === 'instructions' && isPicture(picture)) ofTexts.push(picture);
      if (isPicture(image)) ofChoices.push(image);
    }
    for (const inner of Object.values(value)) waiting.push(inner);
  }
  return { ofTexts, ofChoices };
}

const START_OF_FRAME: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);

/** Returns width and height of a JPEG (ITU-T T.81, B.2); undefined for anything else. */
function jpegSize(bytes: Buffer): readonly [width: number, height: number] | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (START_OF_FRAME.has(marker)) {
      const size = [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)] as const;
      return size.includes(0) ? undefined : size;
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
