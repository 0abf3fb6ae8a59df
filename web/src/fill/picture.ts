// Makes photos smaller before they are sent. Photos of phones are several times as large as a form needs, and contain
// the location where they were taken.

const LONGEST_SIDE = 2000;
const QUALITY = 0.85;
const PHOTOS = /^image\/(?:jpeg|webp|heic|heif)$/;

/**
 * Returns a JPEG of at most 2000 px on its longer side, without metadata. Returns the file unchanged if it is no photo,
 * or if this browser cannot read it.
 */
export async function shrink(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.type === 'image/gif') return file;
  const picture = await read(file);
  if (picture === undefined) return file;
  const { width, height } = picture;
  const share = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  if (share === 1 && !PHOTOS.test(file.type)) return file;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * share));
  canvas.height = Math.max(1, Math.round(height * share));
  const paper = canvas.getContext('2d');
  if (paper === null) return file;
  paper.fillStyle = 'white';
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const bytes = await bytesOf(canvas, 'image/jpeg');
  return new File([bytes], file.name.replace(/\.[^.]*$/, '.jpg'), { type: bytes.type });
}

async function read(file: File): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return undefined; // an unknown type for this browser; the server decides whether it accepts the file
  }
}

export function bytesOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (bytes) => (bytes === null ? reject(new Error('The picture is too large')) : resolve(bytes)),
      type,
      QUALITY,
    );
  });
}
