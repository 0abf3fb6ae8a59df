// Plain JavaScript on purpose: this file must load on any Node, however old, because its whole
// work is to say "too old" in words. On Node 20 the alternative is a native crash in a database
// driver, or a syntax error at the first type annotation.

export const NEEDED_MAJOR = 26;

/** The reason why this Node can't run Formstead, with what to do about it; undefined when it can. */
export function tooOld(version, execPath) {
  const major = Number(version.split('.')[0]);
  if (major >= NEEDED_MAJOR) return undefined;
  return [
    `Formstead needs Node.js ${NEEDED_MAJOR} or newer; this is Node.js ${version} (${execPath}).`,
    'In a clone of the repository, the npm scripts bring the right Node with them:',
    '  npm start',
    '  npm run cli -- --help',
    `Anywhere else, install Node.js ${NEEDED_MAJOR} (https://nodejs.org) and run the same command again.`,
    '',
  ].join('\n');
}

/** Ends the process with code 1 and the reason on stderr when this Node is too old. */
export function refuseOldNode() {
  const reason = tooOld(process.versions.node, process.execPath);
  if (reason === undefined) return;
  process.stderr.write(reason);
  process.exit(1);
}
