const LONG_ENOUGH_MS = 60_000;

/** Saves bytes as a file of that name, through the browser's download. */
export function saveFile(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replace(/[\\/:*?"<>|]/g, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), LONG_ENOUGH_MS);
}
