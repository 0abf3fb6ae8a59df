// Scripts that make pictures in a page, for pictures that would be too large or too fixed as files of the repository.

/** A picture of 3000 by 30 pixels, as base64. */
export const PAINT_LARGE = `new Promise((resolve) => {
  const canvas = document.createElement('canvas');
  canvas.width = 3000;
  canvas.height = 30;
  canvas.toBlob((bytes) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.split(',')[1]);
    reader.readAsDataURL(bytes);
  });
})`;

/** Holds the next picture back until it is released, as on a slow phone. */
export const HOLD_NEXT_PICTURE = `{
  window.releasePicture = undefined;
  const { prototype } = HTMLCanvasElement;
  const { toBlob } = prototype;
  prototype.toBlob = function (...how) {
    prototype.toBlob = toBlob;
    window.releasePicture = () => toBlob.apply(this, how);
  };
}`;
