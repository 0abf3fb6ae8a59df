import { counted } from '#kernel/counted.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { createFairGate } from '#kernel/fair-gate.ts';
import { behalfIn } from '#kernel/on-behalf.ts';
import { SHARES } from '#kernel/shares.ts';
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

/** A logo as it is stored and shown: a PNG of at most 400 x 160 pixels, without metadata. */
export interface LogoPicture {
  readonly bytes: Uint8Array;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

export interface Pictures {
  /**
   * Decodes a picture in a separate process. Accounts take turns, and a turn lasts as long as the source: one that may
   * be slow, such as the body of a request, must have arrived before.
   * @throws AppError `unreadable-picture` when it cannot be decoded within the limits of memory and time, and the
   * errors of the source.
   */
  decode(accountId: string, source: AsyncIterable<Uint8Array>): Promise<Picture>;
  /**
   * Decodes a logo: PNG, JPEG or WebP, whatever type it claims. The source, at most 1 MiB, is received as a whole before
   * it waits for its turn. @throws as `decode`, at `logo`; AppError `busy`
   */
  decodeLogo(accountId: string, source: AsyncIterable<Uint8Array>): Promise<LogoPicture>;
  close(): Promise<void>;
}

/** Returns whether a type is decoded. HEIC is not, because its codec needs a licence: it is stored, but not shown. */
export const isDecodable = (type: string): boolean => /^image\/(?:jpeg|png|webp|gif)$/.test(type);

/** The media types that a logo may be uploaded as. */
export const LOGO_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];

const TIMEOUT_MS = 20_000;

export function createPictures(): Pictures {
  const process = createLoneProcess<PictureOrder, PictureReply>({
    program: new URL('./picture-program.ts', import.meta.url),
    timeoutMs: TIMEOUT_MS,
    shares: SHARES.pictures.shares,
    parse: parseReply,
  });
  const receiving = createFairGate(
    SHARES.receivingLogos.shares,
    'Other logos of this organisation are being received. Try again in a moment.',
  );
  const run = async (
    accountId: string,
    source: AsyncIterable<Uint8Array>,
    order: Purpose,
    at?: string,
  ): Promise<Decoded> => {
    const channel = await process.begin(accountId);
    let done = false;
    try {
      for await (const piece of source) channel.send({ piece });
      channel.send({ decode: order });
      const reply = await channel.receive();
      done = true;
      if (!('fault' in reply)) return reply;
      throw reply.fault === 'pixels' ? tooManyPixels(reply, at) : unreadable(at);
    } catch (error) {
      if (error instanceof ProcessEnded) throw unreadable(at);
      throw error;
    } finally {
      channel.end(done);
    }
  };
  return {
    decode: (accountId, source) => run(accountId, source, 'to-show'),
    decodeLogo: (accountId, source) =>
      receiving.run(behalfIn(accountId), async () => {
        const pieces: Uint8Array[] = [];
        for await (const piece of source) pieces.push(piece);
        return await run(accountId, ready(pieces), 'as-logo', 'logo');
      }),
    close: () => process.close(),
  };
}

async function* ready(pieces: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* pieces;
}

type Decoded = Exclude<PictureReply, { readonly fault: string }>;
type Purpose = Extract<PictureOrder, { readonly decode: string }>['decode'];

function parseReply(message: unknown): PictureReply {
  if (typeof message === 'object' && message !== null) {
    if (!('width' in message && 'height' in message)) return { fault: 'unreadable' };
    const size = { width: Number(message.width), height: Number(message.height) };
    if (!('type' in message && 'bytes' in message)) return { fault: 'pixels', ...size };
    const { type, bytes } = message;
    const isKnown = type === 'image/jpeg' || type === 'image/png';
    if (isKnown && bytes instanceof Uint8Array) return { type, bytes, ...size };
  }
  return { fault: 'unreadable' };
}

const unreadable = (at: string | undefined): AppError =>
  fail(
    'unreadable-picture',
    'The picture is damaged, or reading it takes too much memory or time. Save it again as JPEG or PNG.',
    { ...(at !== undefined && { at }) },
  );

const tooManyPixels = (
  { width, height }: { readonly width: number; readonly height: number },
  at: string | undefined,
): AppError =>
  fail(
    'unreadable-picture',
    `The picture has ${width} x ${counted(height, 'pixel')}. The limit is ${MAX_PIXELS / 1e6} million pixels. Make it smaller.`,
    {
      ...(at !== undefined && { at }),
      because: { reason: 'too-many-pixels', width, height, limit: MAX_PIXELS },
    },
  );
