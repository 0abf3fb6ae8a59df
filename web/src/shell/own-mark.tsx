interface OwnMarkProps {
  /** In pixels, both ways. */
  readonly size: number;
}

/** The sign of Formstead, as in public/icon.svg: drawn here, because a picture would be one more request for each visit. */
export function OwnMark({ size }: OwnMarkProps) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <rect width="32" height="32" rx="7" fill="#0b5cad" />
      <path d="M9 8h14v3.5H13v4h8V19h-8v6H9z" fill="#fff" />
    </svg>
  );
}
