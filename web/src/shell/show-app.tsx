import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Look } from './look.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
const root = createRoot(element);

/** Shows this in the document, in place of what was shown before. */
export function showApp(content: ReactNode): void {
  root.render(
    <StrictMode>
      <Look>{content}</Look>
    </StrictMode>,
  );
}
