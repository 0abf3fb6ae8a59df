// Pictures as a page makes them, for what a file of the repository would be too large or too fixed.

/** A picture of 3000 px by 30, as base64. */
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

/** As on a phone that is slow: the next picture is ready when it is released. */
export const HOLD_NEXT_PICTURE = `{
  window.releasePicture = undefined;
  const { prototype } = HTMLCanvasElement;
  const { toBlob } = prototype;
  prototype.toBlob = function (...how) {
    prototype.toBlob = toBlob;
    window.releasePicture = () => toBlob.apply(this, how);
  };
}`;
