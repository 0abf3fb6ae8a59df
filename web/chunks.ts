// Which modules share a file. Each file costs a round trip, however small it is, so what a page needs lies in few of them;
// what it doesn't need stays out of them, because a phone has to read all that it loads.
import type { Rolldown } from 'vite';

type Splitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>;
type Groups = NonNullable<Splitting['groups']>;

/** Any of these folders or files of Mantine. */
const mantine = (...names: readonly string[]) =>
  `@mantine[\\\\/]core[\\\\/]esm[\\\\/]components[\\\\/](?:${names.join('|')})[\\\\/]`;
const ours = (...paths: readonly string[]) =>
  `[\\\\/]web[\\\\/]src[\\\\/](?:${paths.join('|')})\\.[a-z]`;
const server = (...paths: readonly string[]) => `[\\\\/]src[\\\\/](?:${paths.join('|')})\\.ts`;
const library = (...names: readonly string[]) => `node_modules[\\\\/](?:${names.join('|')})[\\\\/]`;
const icons = (...names: readonly string[]) => `icons[\\\\/]Icon(?:${names.join('|')})\\.`;
const any = (...patterns: readonly string[]) => new RegExp(patterns.join('|'));

/** A module is in the first group that names it. */
const GROUPS: Groups = [
  {
    // What the entry itself imports. It stays out: a group that takes the entry in leaves index.html out of the manifest.
    name: 'start',
    test: any(
      `preload-helper|rolldown[\\\\/]runtime`,
      ours(
        'front/(?:early|paths)',
        'api/(?:client|sign-in|organisation|brand-store)',
        'pages/sign-in/sign-in-search',
      ),
      `(?:front|loading|logo)\\.module\\.css|src[\\\\/](?:mantine|tokens|app)\\.css`,
    ),
  },
  // Alone, because it changes with its own releases only, and stays in caches when we release.
  { name: 'react', test: any(library('react', 'react-dom', 'scheduler')) },
  {
    // The page to sign in at, with all that it imports.
    name: 'light',
    test: any(ours('show-app', 'i18n', 'front/(?:front-app|way|part)')),
    includeDependenciesRecursively: true,
  },
  {
    // What every page of the app needs beside that.
    name: 'shell',
    test: any(ours('router', 'front-routes', 'shell/(?:shell|for-role|navigation)')),
    includeDependenciesRecursively: true,
  },
  {
    // What every page with a form needs, the one to sign in at too.
    name: 'field',
    test: any(
      mantine('Input', 'InputBase', 'NativeSelect', 'TextInput', 'PasswordInput', 'ActionIcon'),
      `ComboboxChevron|Combobox\\.module|InputsGroupFieldset`,
      // Its smallest pieces, which would be files of their own.
      `@mantine[\\\\/]core[\\\\/]esm[\\\\/]core[\\\\/]`,
      `hooks[\\\\/].*(?:use-color-scheme|use-media-query|get-ref-prop)`,
      `get-parsed-combobox-data|OptionalPortal|components[\\\\/]Portal[\\\\/]`,
      library('@tanstack/query-core', '@tanstack/react-query'),
      ours('identity/confirmation'),
    ),
  },
  {
    // What sends what somebody has typed.
    name: 'form',
    test: any(
      library('@mantine/form', 'klona', 'fast-deep-equal'),
      ours('components/(?:use-send-form|send-form|use-act|unsaved|password-field|focus-field)'),
    ),
  },
  {
    // What floats over a page.
    name: 'floating',
    test: any(
      library(
        '@floating-ui/core',
        '@floating-ui/dom',
        '@floating-ui/react',
        '@floating-ui/react-dom',
        '@floating-ui/utils',
      ),
      mantine('Tooltip', 'ScrollArea'),
      `FloatingArrow|get-floating-position|get-transition-props`,
      ours('components/(?:time|time-text)'),
    ),
  },
  {
    // What pages show beside lists and fields.
    name: 'parts',
    test: any(
      mantine('Progress', 'Paper', 'Overlay', 'VisuallyHidden'),
      ours('components/(?:empty-state|section|state-badge)'),
      icons('CircleCheck', 'Pencil', 'CloudOff', 'DeviceMobile', 'Plus', 'Check'),
    ),
  },
  {
    // What every list of the web app is made of.
    name: 'list',
    test: any(
      library('@tanstack/virtual-core', '@tanstack/react-virtual'),
      ours(
        'lists/(?:choice-field|data-table|filter-bar|list-view|nothing-found|search-field|table-parts|use-list)',
      ),
      `use-debounced-callback|use-callback-ref`,
      icons('AdjustmentsHorizontal', 'FilterOff'),
    ),
  },
  {
    // What this device keeps for the person.
    name: 'device',
    test: any(
      library('idb'),
      ours(
        'offline/(?:drafts|send|device|form-server|store|merge|use-device|use-is-online|with-device|standing)',
        'api/(?:forms|templates)',
      ),
    ),
  },
  {
    name: 'form-list',
    test: any(
      ours('pages/forms/(?:form-list|form-columns|template-field|cut-off|waiting-here|kept-here)'),
    ),
  },
  {
    name: 'dialog',
    test: any(
      mantine('Modal', 'ModalBase', 'FocusTrap'),
      `hooks[\\\\/].*(?:focus-trap|focus-return)`,
      ours('components/(?:dialog|topmost)'),
    ),
  },
  {
    // What a form is begun and filled in with, without the engine.
    name: 'answering',
    test: any(
      mantine('Radio', 'InlineInput', 'List'),
      `InlineInput`,
      ours(
        'survey/(?:number-fault|number-text)',
        'fill/(?:open-form|file-references|fault-words|picture|titles)',
      ),
      `components[\\\\/](?:Image|FileButton)`,
      server('forms/answers/[a-z-]+', 'forms/reading/moments', 'kernel/json'),
      icons('ArrowBackUp', 'Camera', 'Paperclip', 'Trash', 'Login2', 'Refresh'),
    ),
  },
];

/**
 * Groups without a word on it don't take the dependencies of their modules along: the forms engine would be a part of
 * every page.
 */
export const groups: Groups = GROUPS.map((group) => ({
  includeDependenciesRecursively: false,
  ...group,
}));
