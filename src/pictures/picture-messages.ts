// The messages between the service and the process that decodes pictures.

/** A part of the bytes of a picture, or the order to decode all of them, and for what. */
export type PictureOrder =
  | { readonly piece: Uint8Array }
  | { readonly decode: 'to-show' | 'as-logo' };

export type PictureReply =
  | {
      readonly type: PictureType;
      readonly bytes: Uint8Array;
      /** In pixels. */
      readonly width: number;
      readonly height: number;
    }
  /** Why the picture cannot be shown. */
  | { readonly fault: 'unreadable' }
  | { readonly fault: 'pixels'; readonly width: number; readonly height: number };

/** The media types of pictures that are shown and printed. */
export type PictureType = 'image/jpeg' | 'image/png';

/** The most pixels of a picture. Phones take at most 50 megapixels by default. In memory, a pixel takes four bytes. */
export const MAX_PIXELS = 60_000_000;
/** The longest edge of the picture that is shown, in pixels: enough for a screen and for half a printed page. */
export const SHOWN_EDGE = 2000;
/** The most pixels of a logo: twice what a page shows, for screens with a fine grid. */
export const LOGO_WIDTH = 400;
export const LOGO_HEIGHT = 160;
