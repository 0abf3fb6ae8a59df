// `node tools/typed-lint.ts [tsconfig]`: checks the rules that need the type checker.
//
//   floating-promise   a promise that is not awaited: its failure ends the process, or is never seen
//   misused-promise    an async function where the caller ignores what it returns
//   no-assertion       `x as T` outside src/db and tests: parse unknown data once, at the edge
//   object-as-text     `String(x)` and `${x}` of a possible object, outside tests: untrusted JSON may have a member
//                      `toString`, and then the call throws
//
// Why it exists: Biome's rules for the first two know only the types of our own files, so they miss a forgotten await
// on a Kysely query, a Fastify call or anything of node:fs (test/check-catches.test.ts plants those). TypeScript's own
// API sees every type. It is marked as unstable, so the version is pinned, and a planted fault shows when an upgrade
// breaks this.
import { relative } from 'node:path';
import type { CallExpression, Expression, Node, SourceFile } from 'typescript/unstable/ast';
import { SyntaxKind } from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isCallExpression,
  isExpressionStatement,
  isFunctionExpression,
  isIdentifier,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is';
import { API, type Checker, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync';

interface Fault {
  readonly rule: 'floating-promise' | 'misused-promise' | 'no-assertion' | 'object-as-text';
  readonly node: Node;
}

const MESSAGES: Readonly<Record<Fault['rule'], string>> = {
  'floating-promise': 'Await this promise, return it, or handle its rejection with .catch().',
  'misused-promise':
    'The caller ignores what this function returns, so its rejection is lost: handle it inside.',
  'no-assertion': 'Parse or narrow the value instead of asserting its type.',
  'object-as-text':
    'This may be an object, which has no text: narrow it, or take textOf of #kernel/json.ts.',
};

// The test runner awaits the promises of these functions of node:test.
const RUNNER_CALLS = new Set(['test', 'it', 'describe', 'suite']);
const IS_TEST = /\.test\.ts$|^(test|bench|tools)\//;
const MAY_ASSERT = /^src\/db\/|\.test\.ts$|^(test|bench)\//;

function main(config: string): number {
  const root = process.cwd();
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProjects()[0];
    if (project === undefined) throw new Error(`no TypeScript project at ${config}`);
    const files = project.rootFiles.flatMap((name) => project.program.getSourceFile(name) ?? []);
    const lines = files.flatMap((file) => {
      const path = relative(root, file.fileName);
      return faultsIn(file, path, project.checker).map(({ rule, node }) => {
        const before = file.text.slice(0, node.getStart(file)).split('\n');
        return `${path}:${before.length}:${(before.at(-1)?.length ?? 0) + 1} ${rule}: ${MESSAGES[rule]}`;
      });
    });
    process.stdout.write(
      [...lines, `${files.length} files, ${lines.length} faults`, ''].join('\n'),
    );
    return lines.length === 0 && files.length > 0 ? 0 : 1;
  } finally {
    api.close();
  }
}

function faultsIn(file: SourceFile, path: string, checker: Checker): readonly Fault[] {
  const statements: Expression[] = [];
  const faults: Fault[] = [];
  const awaited = new Set<Node>();
  const written: Expression[] = [];
  const visit = (node: Node): void => {
    if (isExpressionStatement(node)) statements.push(unwrap(node.expression));
    // The type of `finally` says that it ignores the result, but it awaits it.
    if (isCallOf('finally', node)) for (const argument of node.arguments) awaited.add(argument);
    if (isAsExpression(node) && !isConst(node.type, file) && !MAY_ASSERT.test(path)) {
      faults.push({ rule: 'no-assertion', node });
    }
    written.push(...writtenBy(node));
    const isFunction = isArrowFunction(node) || isFunctionExpression(node);
    if (isFunction && !awaited.has(node) && isMisused(node, checker)) {
      faults.push({ rule: 'misused-promise', node });
    }
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  const ignored = statements.filter((node) => !isHandled(node));
  const types = checker.getTypeAtLocation(ignored);
  ignored.forEach((node, index) => {
    if (hasPromise(types[index])) faults.push({ rule: 'floating-promise', node });
  });
  const mayThrow = IS_TEST.test(path) ? [] : written;
  const texts = checker.getTypeAtLocation(mayThrow);
  mayThrow.forEach((node, index) => {
    if (mayBeObject(texts[index])) faults.push({ rule: 'object-as-text', node });
  });
  return faults;
}

/** Returns the expressions that a node converts to text. */
function writtenBy(node: Node): readonly Expression[] {
  if (isTemplateExpression(node) && !isTaggedTemplateExpression(node.parent))
    return node.templateSpans.map(({ expression }) => expression);
  if (!isCallExpression(node) || !isIdentifier(node.expression)) return [];
  return node.expression.text === 'String' ? node.arguments.slice(0, 1) : [];
}

const NO_TEXT = TypeFlags.Object | TypeFlags.NonPrimitive;

/**
 * Returns whether a type may be a plain object, as JSON values may. A single class such as URL has its own text form.
 */
function mayBeObject(type: Type | undefined): boolean {
  if (type === undefined) return false;
  if (!type.isUnionType()) return false;
  return type.getTypes().some(({ flags }) => (flags & NO_TEXT) !== 0);
}

function isCallOf(method: string, node: Node): node is CallExpression {
  if (!isCallExpression(node)) return false;
  const callee = node.expression;
  return isPropertyAccessExpression(callee) && callee.name.text === method;
}

function unwrap(node: Expression): Expression {
  return isParenthesizedExpression(node) ? unwrap(node.expression) : node;
}

function isConst(type: Node, file: SourceFile): boolean {
  return file.text.slice(type.getStart(file), type.end) === 'const';
}

function hasPromise(type: Type | undefined): boolean {
  if (type === undefined) return false;
  const parts = type.isUnionType() ? type.getTypes() : [type];
  return parts.some((part) => part.getSymbol()?.name === 'Promise');
}

function isHandled(node: Expression): boolean {
  if (isBinaryExpression(node)) return isAssignment(node.operatorToken.kind);
  if (!isCallExpression(node)) return false;
  const callee = node.expression;
  if (isIdentifier(callee)) return RUNNER_CALLS.has(callee.text);
  if (!isPropertyAccessExpression(callee)) return false;
  const method = callee.name.text;
  if (method === 'catch') return node.arguments.length > 0;
  if (method === 'then') return node.arguments.length > 1;
  if (method === 'finally') return isHandled(unwrap(callee.expression));
  return isIdentifier(callee.expression) && RUNNER_CALLS.has(callee.expression.text);
}

function isAssignment(operator: SyntaxKind): boolean {
  return operator >= SyntaxKind.FirstAssignment && operator <= SyntaxKind.LastAssignment;
}

function isMisused(node: Expression, checker: Checker): boolean {
  const expected = checker.getContextualType(node);
  if (expected === undefined) return false;
  const ignores = callsOf(expected, checker).map((type) => type.flags === TypeFlags.Void);
  if (ignores.length === 0 || !ignores.every(Boolean)) return false;
  const own = checker.getTypeAtLocation(node);
  return own !== undefined && callsOf(own, checker).some(hasPromise);
}

/** Returns the types that the call signatures of a type return; for a union, those of all its parts. */
function callsOf(type: Type, checker: Checker): readonly Type[] {
  const parts = type.isUnionType() ? type.getTypes() : [type];
  return parts
    .flatMap((part) => checker.getSignaturesOfType(part, SignatureKind.Call))
    .flatMap((signature) => checker.getReturnTypeOfSignature(signature) ?? []);
}

process.exitCode = main(process.argv[2] ?? 'tsconfig.json');
