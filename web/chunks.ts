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
        'front/(?:early|paths|sign-in-search)',
        'api/(?:client|sign-in|organisation|brand-store)',
        'texts/text-store',
      ),
      `src[\\\\/](?:mantine|tokens|app)\\.css`,
      `src[\\\\/](?:components|fill|lists|shell)[\\\\/][a-z-]+(?:\\.module)?\\.css`,
      `form-brand\\.module\\.css`,
    ),
  },
  // Alone, because it changes with its own releases only, and stays in caches when we release.
  { name: 'react', test: any(library('react', 'react-dom', 'scheduler')) },
  {
    // The page to sign in at, with all that it imports.
    name: 'light',
    test: any(ours('shell/show-app', 'texts/i18n', 'router/front-app', 'front/(?:way|part)')),
    includeDependenciesRecursively: true,
  },
  {
    // What every page of the app needs beside that.
    name: 'shell',
    test: any(
      ours('router/(?:router|front-routes)', 'shell/(?:shell|for-role|navigation)'),
      // Forms and the pages of people need it. Of its own it would be a request more for its one line.
      server('kernel/email-address'),
    ),
    includeDependenciesRecursively: true,
  },
  {
    // The pictures of what only admins navigate to: each would be a request.
    name: 'settings-navigation',
    test: any(
      ours('shell/settings-navigation'),
      icons('History', 'Key', 'Palette', 'PlugConnected', 'ShieldLock', 'Webhook'),
    ),
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
      // Several queries at a time are for dashboards.
      `${library('@tanstack/query-core', '@tanstack/react-query')}(?!.*(?:useQueries|queriesObserver))`,
      icons('ArrowLeft', 'ArrowRight'),
      ours('api/confirmation', 'components/formats'),
      server('kernel/date-format'),
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
      `FloatingArrow|get-floating-position|get-transition-props|use-callback-ref|use-debounced-callback`,
    ),
  },
  // What tells in passing that something is done.
  { name: 'notices', test: any(`notifications\\.store`, library('@mantine/store')) },
  {
    // What pages show beside lists and fields.
    name: 'parts',
    test: any(
      mantine('Progress', 'Paper', 'VisuallyHidden'),
      ours('components/(?:empty-state|section|state-badge)'),
      icons('CircleCheck', 'Pencil', 'CloudOff', 'DatabaseExclamation', 'Check'),
    ),
  },
  {
    // What every list of the web app is made of.
    name: 'list',
    test: any(
      library('@tanstack/virtual-core', '@tanstack/react-virtual'),
      ours(
        'lists/(?:choice-field|data-table|filter-bar|list-total|list-view|nothing-found|search-field|table-parts|use-list|use-after-pause)',
        // What both the home page and the lists of forms show of forms: a file of its own would be one more request.
        'form-lists/(?:agenda|due-work|form-columns|cut-off|waiting-here|kept-here|use-assigned-work)',
        'offline/standing',
        'components/(?:time|time-text|exact-time)',
      ),
      server('form-basics/(?:due-groups|is-late)'),
      icons(
        'AdjustmentsHorizontal',
        'Circle',
        'Clock',
        'DeviceMobile',
        'DeviceMobileCheck',
        'FilterOff',
        'Link',
        'Plus',
        'User',
        'Users',
      ),
    ),
  },
  {
    // What this device keeps for the person.
    name: 'device',
    test: any(
      library('idb'),
      ours(
        'offline/(?:drafts|files-in-answers|lost-files|keep-kinds|erasure|next-attempt|send|device|form-server|store|unkept|merge|use-device|use-is-online|with-device|room|take-in|open-lock|waiting|work-set-state|use-work-set)',
        'api/(?:forms|templates)',
      ),
      server('kernel/json'),
    ),
  },
  {
    // What the first steps of an organisation ask for, and the pages that they lead to.
    name: 'set-up',
    test: any(ours('api/(?:account|audit|credentials|provisioning|set-up)')),
  },
  {
    // Small things that several pages show, none of which is needed for lists, or for filling in.
    name: 'small',
    test: any(
      ours(
        'components/(?:labelled|callout|fact-list|detail|timeline|sentence|copy-id|copyable|curl-lines|page-menu|query-state|save-file|standing-badge)',
        'api/(?:exports|groups|template-queries|users)',
        'gallery/in-language',
        'lists/(?:plain-table|day-field|row-menu)',
        'builder/key-of-place',
        'pages/template/editing/builder-context',
        'templates/rights-text',
        'shell/banner',
      ),
      mantine('Code', 'CopyButton'),
      `hooks[\\\\/].*(?:use-clipboard|use-debounced-value|use-force-update|clamp)`,
      icons(
        'ArrowDown',
        'ArrowUp',
        'Ban',
        'ChevronDown',
        'ChevronRight',
        'CircleOff',
        'CircleX',
        'CloudCheck',
        'Copy',
        'Dots',
        'Download',
        'EyeOff',
        'FileImport',
        'FileTypePdf',
        'FilterPlus',
        'Loader',
        'Lock',
        'Mail',
        'PlayerPause',
        'PlayerPlay',
        'Table',
        'Upload',
        'UserPlus',
        'UsersGroup',
        'Versions',
        'X',
      ),
    ),
  },
  {
    // Conditions on answers, in the table of answers and in lists of forms.
    name: 'conditions',
    test: any(ours('api/answers', 'conditions/[a-z-]+')),
  },
  {
    name: 'form-list',
    test: any(
      ours(
        'pages/forms/(?:ahead-note|form-list|form-filter-bar|narrowing|template-field)',
        'views/(?:view-state|views-button)',
      ),
      icons('Bookmark', 'DatabaseExclamation', 'Filter'),
    ),
  },
  // Chooses forms of a list for a bulk action.
  { name: 'choosing', test: any(ours('api/bulk-acts', 'form-lists/use-selection')) },
  {
    // What chooses one of any number.
    name: 'pickers',
    test: any(
      ours('lists/(?:search-select|template-picker|user-picker|group-picker)'),
      mantine('Select'),
    ),
  },
  {
    name: 'dialog',
    test: any(
      mantine('Modal', 'ModalBase', 'FocusTrap', 'Overlay'),
      `hooks[\\\\/].*(?:focus-trap|focus-return)`,
      ours('components/(?:dialog|topmost)'),
    ),
  },
  // The dialogs that ask before something is done.
  { name: 'asking', test: any(ours('components/(?:consent-button|consent-dialog|form-dialog)')) },
  // Dialogs choose with it, also those of a form, which are seldom seen.
  { name: 'choices', test: any(mantine('Radio'), `utils[\\\\/]InlineInput`) },
  {
    // What a form is begun and filled in with, without the engine.
    name: 'answering',
    test: any(
      ours(
        'survey/(?:number-fault|form-brand|form-brand-context|form-language|use-form-language|form-names)',
        'api/template-brand',
        'builder/languages',
        'kinds/(?:use-question|template-of-form)',
        'fill/(?:open-form|titles|typed-answers)',
        'files/[a-z-]+',
        'kinds/fault-words',
      ),
      `components[\\\\/](?:Image|FileButton)`,
      server(
        // Not what only the beginning of a form and drawings need.
        'questionnaires/answers/(?!starting|guard|sketch)[a-z-]+',
        'questionnaires/reading/(?:moments|structured-text|questions|number-style)',
        'questionnaires/definition/limits',
        'kernel/(?:counted|number-text)',
      ),
      icons(
        'ArrowBackUp',
        'ArrowLeft',
        'ArrowRight',
        'Camera',
        'Eye',
        'MapPin',
        'Paperclip',
        'Trash',
        'Login2',
        'Refresh',
      ),
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
