// What is said between the service and the process that decodes pictures.

/** The bytes of a picture, piece by piece, and then that these were all. */
export type PictureOrder = { readonly piece: Uint8Array } | { readonly decode: true };

export type PictureReply =
  | { readonly type: PictureType; readonly bytes: Uint8Array }
  /** Why it can't be shown. */
  | { readonly fault: 'unreadable' }
  | { readonly fault: 'pixels'; readonly width: number; readonly height: number };

/** What pictures become that are shown and printed. */
export type PictureType = 'image/jpeg' | 'image/png';

/** More than phones take unless they are told to: 50 megapixels. In memory each pixel takes four bytes. */
export const MAX_PIXELS = 60_000_000;
/** Of the picture that is shown: enough for a screen, and for half a page of paper. */
export const SHOWN_EDGE = 2000;
