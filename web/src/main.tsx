// This is the first script of every page. It only decides which of the two starts is loaded, because everything that it
// imports delays both.
import './mantine.css';
import './tokens.css';
import './app.css';
// With the styles above, in one file.
import './shell/front.module.css';
import './components/loading.module.css';
import './shell/logo.module.css';
import { askEarly } from './front/early.ts';
import { FRONT_PATHS } from './front/paths.ts';

askEarly();
// Everything else is imported by one of these, because each page waits for what is imported above.
if (FRONT_PATHS.some((path) => path === location.pathname)) {
  await (await import('./start-front.tsx')).startFront();
} else {
  await (await import('./app.tsx')).startApp();
}
