import 'react';

declare module 'react' {
  /** Ours: read by the style sheets beside the components that set them. */
  interface CSSProperties {
    '--tracks'?: string;
  }
}
