// The pages before the sign-in have to be there at once, also on a slow phone. They start without the router, and load
// the app while people type.
import { beforeRefusals } from './api/client.ts';
import { enterBy } from './front/way.ts';
import { FrontApp } from './router/front-app.tsx';
import { showApp } from './shell/show-app.tsx';
import { keepErrorTexts, loadErrors, startI18n } from './texts/i18n.ts';

/** Until then, what the first screen needs comes over the line alone. */
const ERRORS_AFTER_MS = 1000;

const loadApp = () => import('./app.tsx');

/** Shows a page before the sign-in. */
export async function startFront(): Promise<void> {
  beforeRefusals(loadErrors);
  await startI18n(['signIn']);
  enterBy(async (href) => {
    history.replaceState(null, '', href);
    await (await loadApp()).startApp();
  });
  showApp(<FrontApp />);
  setTimeout(keepErrorTexts, ERRORS_AFTER_MS);
  // Somebody who types is about to sign in.
  addEventListener('input', () => void loadApp(), { once: true });
}
