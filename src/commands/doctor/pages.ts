import { readPagesState } from '#pages/index.ts';
import { type Check, findingsOf } from './finding.ts';

const { ok, fault } = findingsOf('web pages');
const FIX = 'run npm run build in the folder of the program, then start the service again';

/** Checks that the web app is built, from the sources of this version. */
export const checkPages: Check = async () => {
  switch (await readPagesState()) {
    case 'current':
      return [ok('the web pages are built')];
    case 'missing':
      return [fault('the web pages have not been built: each of them is 503', FIX)];
    case 'stale':
      return [fault('the web pages were not built from the sources of this installation', FIX)];
  }
};
