const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Returns an amount of bytes as text in the given language: `53.7 GB`. */
export function sizeText(bytes: number, language: string): string {
  const power = Math.min(UNITS.length, Math.floor(Math.log10(Math.max(1000, bytes)) / 3));
  const unit = UNITS[power - 1] ?? 'kilobyte';
  const number = bytes / 1000 ** power;
  return number.toLocaleString(language, { style: 'unit', unit, maximumFractionDigits: 1 });
}
