// The messages between the service and the process that checks fonts.

/** A part of the file, or the order to check all of it. */
export type FontOrder = { readonly piece: Uint8Array } | { readonly check: true };

/** What a font is, or why it can't be used. */
export type FontReply =
  | { readonly name: string; readonly characters: number }
  | { readonly fault: FontFault };

/** `format`: neither TTF nor OTF. `damaged`: it says that it is one, and can't be read or printed with. */
export type FontFault = 'format' | 'damaged';
