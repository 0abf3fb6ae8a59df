// Untrusted pictures, decoded in a process of its own and stored anew: as they are shown and printed, and as logos.

export type { PictureType } from './picture-messages.ts';
export { createPictures, isDecodable, LOGO_TYPES, type Pictures } from './pictures.ts';
