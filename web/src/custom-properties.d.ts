import 'react';

declare module 'react' {
  /** Custom properties that the style sheets beside their components read. */
  interface CSSProperties {
    '--tracks'?: string;
  }
}
