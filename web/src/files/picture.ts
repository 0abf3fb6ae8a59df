// Makes photos upright and smaller before they are kept and sent. Photos of phones are several times as large as a form
// needs, and contain the location where they were taken and the name of the device.
import { hasMetadata } from './png-metadata.ts';

const LONGEST_SIDE = 2000;
const QUALITY = 0.85;
const PHOTOS = /^image\/(?:jpeg|webp|avif|hei[cf])$/;

/**
 * Returns a picture of at most 2000 px on its longer side, without metadata: a JPEG, or a PNG for a small PNG. Returns a
 * file that is no picture unchanged, also one that this browser cannot read, except a HEIC photo: `unreadable`.
 */
export async function shrink(file: File): Promise<File | 'unreadable'> {
  const isHeic = /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);
  if (!isHeic && (!file.type.startsWith('image/') || file.type === 'image/gif')) return file;
  const picture = await readPicture(file);
  // The server decides whether it accepts a type that this browser does not know.
  if (picture === undefined) return isHeic ? 'unreadable' : file;
  try {
    const { width, height } = picture;
    const share = Math.min(1, LONGEST_SIDE / Math.max(width, height));
    const isPhoto = isHeic || PHOTOS.test(file.type);
    if (share < 1 || isPhoto) return await drawn(file, picture, share, 'image/jpeg');
    if (file.type !== 'image/png' || !hasMetadata(await file.bytes())) return file;
    return await drawn(file, picture, share, 'image/png');
  } finally {
    picture.close();
  }
}

/** Draws the picture anew, which leaves everything but its pixels behind. */
async function drawn(
  file: File,
  picture: ImageBitmap,
  share: number,
  type: 'image/jpeg' | 'image/png',
): Promise<File> {
  const canvas = paint(picture, share, type);
  if (canvas === undefined) return file;
  const bytes = await bytesOf(canvas, type);
  const ending = type === 'image/jpeg' ? '.jpg' : '.png';
  return new File([bytes], file.name.replace(/\.[^.]*$/, ending), { type: bytes.type });
}

/** Draws a picture in a share of its size; undefined where the browser cannot. */
export function paint(
  picture: ImageBitmap,
  share: number,
  type: 'image/jpeg' | 'image/png',
): HTMLCanvasElement | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * share));
  canvas.height = Math.max(1, Math.round(picture.height * share));
  const paper = canvas.getContext('2d');
  if (paper === null) return undefined;
  if (type === 'image/jpeg') {
    // A JPEG has no transparency, and would be black there.
    paper.fillStyle = 'white';
    paper.fillRect(0, 0, canvas.width, canvas.height);
  }
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Reads a picture, upright; undefined for what this browser cannot read. */
export async function readPicture(file: File): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return undefined;
  }
}

export function bytesOf(canvas: HTMLCanvasElement, type: string, quality = QUALITY): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (bytes) => (bytes === null ? reject(new Error('The picture is too large')) : resolve(bytes)),
      type,
      quality,
    );
  });
}
