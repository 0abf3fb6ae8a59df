// `npm run tokens -- [REVISION]`: counts the code in `src/` and `web/src` without tests, now and at REVISION. It counts
// tokens outside comments as well as lines, because joined lines and shorter names do not reduce tokens.
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LanguageVariant, SyntaxKind } from 'typescript/unstable/ast';
import { createScanner } from 'typescript/unstable/ast/scanner';

interface Count {
  readonly path: string;
  readonly lines: number;
  readonly tokens: number;
}

const FOLDERS = ['src', 'web/src'];

/** After a name and these tokens, `/` divides or closes a tag; elsewhere it begins a regular expression. */
const ENDS_OF_VALUES = new Set([
  SyntaxKind.ThisKeyword,
  SyntaxKind.NumericLiteral,
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateTail,
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.LessThanToken,
  SyntaxKind.GreaterThanToken,
]);

const OPENS_HOLE = new Set([SyntaxKind.TemplateHead, SyntaxKind.TemplateMiddle]);

/**
 * Counts tokens. The scanner alone can't distinguish a regular expression from a division, nor find where a template
 * continues.
 */
function countTokens(path: string, text: string): number {
  const variant = path.endsWith('x') ? LanguageVariant.JSX : LanguageVariant.Standard;
  const scanner = createScanner(true, variant, text);
  /** What each open brace begins: a placeholder of a template, or a block. */
  const braces: ('hole' | 'block')[] = [];
  const again = (kind: SyntaxKind, isBehindValue: boolean): SyntaxKind => {
    const isSlash = kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken;
    if (isSlash && !isBehindValue) return scanner.reScanSlashToken();
    const isTemplate = kind === SyntaxKind.CloseBraceToken && braces.pop() === 'hole';
    return isTemplate ? scanner.reScanTemplateToken(false) : kind;
  };
  let tokens = 0;
  let isBehindValue = false;
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFile; kind = scanner.scan()) {
    const exact = again(kind, isBehindValue);
    if (exact === SyntaxKind.OpenBraceToken) braces.push('block');
    if (OPENS_HOLE.has(exact)) braces.push('hole');
    isBehindValue = scanner.isIdentifier() || ENDS_OF_VALUES.has(exact);
    tokens++;
  }
  return tokens;
}

function countIn(root: string, folder: string): readonly Count[] {
  const paths = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root });
  return paths
    .filter((path) => !/\.test\.tsx?$|\.d\.ts$/.test(path))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, lines: text.split('\n').length - 1, tokens: countTokens(path, text) };
    });
}

function report(title: string, root: string): void {
  process.stdout.write(`${title}\n`);
  const parts = FOLDERS.map((folder) => ({ folder, counts: countIn(root, folder) }));
  const all = { folder: 'both', counts: parts.flatMap(({ counts }) => counts) };
  for (const { folder, counts } of [...parts, all]) {
    const byLines = counts.toSorted((a, b) => a.lines - b.lines);
    const median = byLines[Math.floor(counts.length / 2)];
    const longest = byLines.at(-1);
    process.stdout.write(
      `  ${folder.padEnd(7)} ${counts.length} files, ${sumOf(counts, 'lines')} lines, ` +
        `${sumOf(counts, 'tokens')} tokens; median ${median?.lines} lines, ` +
        `longest ${longest?.lines} (${longest?.path})\n`,
    );
  }
}

const sumOf = (counts: readonly Count[], what: 'lines' | 'tokens'): number =>
  counts.reduce((total, each) => total + each[what], 0);

/** Counts the files of a revision, in a temporary folder. */
function reportRevision(revision: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-tokens-'));
  try {
    const archive = ['archive', '--format=tar', `--output=${folder}/all.tar`, revision, ...FOLDERS];
    execFileSync('git', archive);
    execFileSync('tar', ['-xf', join(folder, 'all.tar'), '-C', folder]);
    report(revision, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [revision] = process.argv.slice(2);
if (revision !== undefined) reportRevision(revision);
report('now', process.cwd());
