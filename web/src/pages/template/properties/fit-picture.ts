import { MAX_PICTURE_BYTES } from '#questionnaires/definition/picture.ts';
import { bytesOf, paint, readPicture } from '#web/files/picture.ts';

/** Longest sides in pixels and qualities, the best first; the last one fits whatever the picture shows. */
const TRIES = [
  [1200, 0.8],
  [1000, 0.7],
  [800, 0.7],
  [800, 0.5],
  [640, 0.5],
  [480, 0.4],
  [320, 0.3],
  [240, 0.3],
] as const;

/**
 * Makes a picture small enough for a form: a JPEG on white, upright and without metadata, as a `data:` URL.
 * @returns undefined when the browser cannot read the file
 */
export async function fitPicture(
  file: File,
  mostBytes: number = MAX_PICTURE_BYTES,
): Promise<string | undefined> {
  const picture = await readPicture(file);
  if (picture === undefined) return undefined;
  try {
    for (const [side, quality] of TRIES) {
      const share = Math.min(1, side / Math.max(picture.width, picture.height));
      const canvas = paint(picture, share, 'image/jpeg');
      if (canvas === undefined) return undefined;
      const bytes = await bytesOf(canvas, 'image/jpeg', quality);
      if (bytes.size <= mostBytes) return await addressOf(bytes);
    }
    return undefined;
  } finally {
    picture.close();
  }
}

function addressOf(bytes: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The picture cannot be read'));
    reader.readAsDataURL(bytes);
  });
}
