// Pictures for tests: a small one, and scripts that make others in a page, which would be too large or too fixed as files
// of the repository.

/** A blue JPEG of 40 by 20 pixels, as a `data:` URL. */
export const BLUE_JPEG = [
  'data:image/jpeg;base64,',
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/',
  '2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAAR',
  'CAAUACgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAA',
  'AAAAAAAAAAAAAAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCcApJwAAAAAAAAAD//2Q==',
].join('');

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
