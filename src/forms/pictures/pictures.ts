import { type AppError, fail } from '#kernel/errors.ts';
import { createLoneProcess, ProcessEnded } from '#processes/lone-process.ts';
import {
  MAX_PIXELS,
  type PictureOrder,
  type PictureReply,
  type PictureType,
} from './picture-messages.ts';

/** A picture that is shown and printed: upright, at most 2,000 pixels per edge, without metadata of the camera. */
export interface Picture {
  readonly type: PictureType;
  readonly bytes: Uint8Array;
}

export interface Pictures {
  /**
   * Decodes a picture in a separate process. Accounts take turns.
   * @throws AppError `unreadable-picture` when it cannot be decoded within the limits of memory and time, and the
   * errors
   * of the source.
   */
  decode(accountId: string, source: AsyncIterable<Uint8Array>): Promise<Picture>;
  close(): Promise<void>;
}

/** Returns whether a type is decoded. HEIC is not, because its codec needs a licence: it is stored, but not shown. */
export const isDecodable = (type: string): boolean => /^image\/(?:jpeg|png|webp|gif)$/.test(type);

const TIMEOUT_MS = 20_000;

export function createPictures(): Pictures {
  const process = createLoneProcess<PictureOrder, PictureReply>({
    program: new URL('./picture-program.ts', import.meta.url),
    timeoutMs: TIMEOUT_MS,
    parse: parseReply,
  });
  return {
    async decode(accountId, source) {
      const channel = await process.begin(accountId);
      let done = false;
      try {
        for await (const piece of source) channel.send({ piece });
        channel.send({ decode: true });
        const reply = await channel.receive();
        done = true;
        if (!('fault' in reply)) return reply;
        throw reply.fault === 'pixels' ? tooManyPixels(reply) : unreadable();
      } catch (error) {
        if (error instanceof ProcessEnded) throw unreadable();
        throw error;
      } finally {
        channel.end(done);
      }
    },
    close: () => process.close(),
  };
}

function parseReply(message: unknown): PictureReply {
  if (typeof message === 'object' && message !== null) {
    if ('type' in message && 'bytes' in message && message.bytes instanceof Uint8Array) {
      const { type, bytes } = message;
      if (type === 'image/jpeg' || type === 'image/png') return { type, bytes };
    }
    if ('width' in message && 'height' in message) {
      return { fault: 'pixels', width: Number(message.width), height: Number(message.height) };
    }
  }
  return { fault: 'unreadable' };
}

const unreadable = (): AppError =>
  fail(
    'unreadable-picture',
    'The picture is damaged, or reading it takes too much memory or time. Save it again as JPEG or PNG.',
  );

const tooManyPixels = ({ width, height }: { width: number; height: number }): AppError =>
  fail(
    'unreadable-picture',
    `The picture has ${width} x ${height} pixels. The limit is ${MAX_PIXELS / 1e6} million pixels. Make it smaller.`,
    { because: { reason: 'too-many-pixels', width, height, limit: MAX_PIXELS } },
  );
