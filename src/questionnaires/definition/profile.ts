// The allowed types of a definition, and the properties of each. Everything else is refused. The names are those of
// survey-core 3.0.0 (its surveyjs_definition.json), and of the types that Formstead adds. Not allowed is everything that runs code (triggers, custom
// functions), fetches or shows URLs (choicesByUrl, logo, images, html, navigateToUrl), stores files as text, or stores
// answers under another name than that of the question (valueName).

/** The kinds of values that properties hold. */
export type PropertyKind = (typeof PROPERTY_KINDS)[number];
const PROPERTY_KINDS = [
  'name',
  'type',
  'label',
  'text',
  'flag',
  'off',
  'number',
  'count',
  'bound',
  'word',
  'clearing',
  'mode',
  'size',
  'colour',
  'message',
  'unit',
  'preset',
  'mask',
  'content',
  'picture',
  'mediaTypes',
  'value',
  'listId',
  'groupId',
  'fillIn',
  'review',
  'office',
  'expression',
  'choices',
  'imageChoices',
  'rows',
  'texts',
  'validators',
  'columns',
  'elements',
  'pages',
] as const;

/** Kinds by the name of the property. */
export type Properties = ReadonlyMap<string, PropertyKind>;

type Words = Partial<Readonly<Record<PropertyKind, string>>>;

function properties(words: Words, ...more: readonly Properties[]): Properties {
  const own = PROPERTY_KINDS.flatMap((kind) =>
    (words[kind] ?? '').split(' ').map((name) => [name, kind] as const),
  );
  return new Map([...more.flatMap((each) => [...each]), ...own.filter(([name]) => name !== '')]);
}

export const SURVEY = properties({
  pages: 'pages',
  elements: 'elements',
  text: 'title description pagePrevText pageNextText completeText previewText editText startSurveyText requiredMark questionStartIndex',
  flag: 'showTitle showPageTitles showPageNumbers showNavigationButtons showPrevButton fitToContainer autoGrowComment allowResizeComment showTOC gridLayoutEnabled autoFocusFirstQuestion autoFocusFirstError showPreviewBeforeComplete validateVisitedEmptyFields progressBarShowPageNumbers allowDeclining',
  clearing: 'clearInvisibleValues',
  mode: 'showQuestionNumbers showProgressBar',
  word: 'locale sjsVersion progressBarLocation progressBarType questionTitleLocation questionDescriptionLocation questionErrorLocation questionTitlePattern questionsOnPageMode navigationButtonsLocation checkErrorsMode textUpdateMode widthMode headerView tocLocation previewMode',
  size: 'width',
  count: 'maxTextLength maxCommentLength commentAreaRows',
  // Formstead's own, like the flag allowDeclining: who reviews the forms.
  review: 'review',
});

/** Properties of pages and panels. */
const CONTAINER = properties({
  label: 'name',
  elements: 'elements',
  text: 'title description requiredErrorText questionStartIndex',
  flag: 'visible isRequired readOnly startWithNewLine showNumber',
  expression: 'visibleIf enableIf requiredIf',
  mode: 'showQuestionNumbers',
  word: 'state questionTitleLocation questionErrorLocation',
  size: 'width minWidth maxWidth questionTitleWidth',
  count: 'indent innerIndent colSpan',
});

export const PAGE = properties(
  { word: 'type', text: 'navigationTitle navigationDescription' },
  CONTAINER,
);

/** Properties of questions whose answers a definition cannot hold, such as a place. */
const ASKED = properties({
  name: 'name',
  type: 'type',
  text: 'title description requiredErrorText commentText commentPlaceholder',
  flag: 'visible isRequired readOnly startWithNewLine showNumber hideNumber showCommentArea useDisplayValuesInDynamicTexts',
  expression: 'visibleIf enableIf requiredIf',
  word: 'state titleLocation descriptionLocation errorLocation',
  clearing: 'clearIfInvisible',
  size: 'width minWidth maxWidth',
  count: 'indent colSpan',
  validators: 'validators',
  // Formstead's own: a step of the review fills it in.
  office: 'office',
});

const QUESTION = properties({ expression: 'defaultValueExpression', value: 'defaultValue' }, ASKED);

/** The same set for single-line and multi-line texts, so that one can be changed into the other. */
const TEXT = properties({
  word: 'inputType textUpdateMode autocomplete inputTextAlignment',
  bound: 'min max',
  number: 'step',
  expression: 'minValueExpression maxValueExpression',
  text: 'minErrorText maxErrorText stepErrorText placeholder',
  count: 'maxLength size inputSize rows cols decimals',
  // `searchable` is Formstead's own.
  flag: 'autoGrow allowResize acceptCarriageReturn searchable',
  texts: 'dataList',
  // Formstead's own: no part of survey-core, whose masks change what people type.
  unit: 'unit',
  preset: 'preset',
  mask: 'mask',
  message: 'patternErrorText decimalsErrorText',
});

/** The same set for all types with choices, for the same reason. */
const SELECT = properties({
  choices: 'choices',
  word: 'choicesOrder searchMode',
  text: 'otherText otherErrorText otherPlaceholder noneText selectAllText placeholder',
  flag: 'showOtherItem showNoneItem showSelectAllItem showClearButton allowClear searchEnabled searchable separateSpecialChoices hideIfChoicesEmpty textWrapEnabled',
  expression: 'choicesVisibleIf choicesEnableIf',
  count: 'colCount minSelectedChoices maxSelectedChoices',
});

/** Choices with pictures. `multiSelect` allows several of them. */
const IMAGE_CHOICE = properties({
  imageChoices: 'choices',
  word: 'choicesOrder',
  flag: 'multiSelect searchable',
  expression: 'choicesVisibleIf choicesEnableIf',
});

const RANKING = properties({
  choices: 'choices',
  word: 'choicesOrder',
  expression: 'choicesVisibleIf',
});

const SLIDER = properties({
  number: 'min max step',
  unit: 'unit',
  text: 'minErrorText maxErrorText',
});

const BOOLEAN = properties({
  text: 'labelTrue labelFalse',
  flag: 'swapOrder',
  word: 'renderAs titleLocation',
});

const RATING = properties({
  number: 'rateMin rateMax rateStep',
  count: 'rateCount',
  choices: 'rateValues',
  word: 'rateType displayMode rateColorMode',
  text: 'minRateDescription maxRateDescription',
  flag: 'displayRateDescriptionsAsExtremeItems autoGenerate',
});

const FILE = properties({
  mediaTypes: 'acceptedTypes',
  word: 'sourceType',
  number: 'maxSize',
  size: 'imageHeight imageWidth',
  flag: 'allowMultiple allowImagesPreview showPreview waitForUpload',
  off: 'storeDataAsText',
  text: 'filePlaceholder photoPlaceholder fileOrPhotoPlaceholder',
});

const SIGNATURE = properties({
  count: 'signatureWidth signatureHeight',
  number: 'penMinWidth penMaxWidth',
  colour: 'penColor backgroundColor',
  word: 'dataFormat',
  flag: 'signatureAutoScaleEnabled showPlaceholder allowClear waitForUpload',
  off: 'storeDataAsText',
  text: 'placeholder placeholderReadOnly',
});

const LOCATION = properties({ count: 'maxAccuracy' });

const BARCODE = properties({ text: 'placeholder', flag: 'searchable' });

/** Where a choice comes from: a shared list, of which `filterColumn` must hold the answer to `filterField`. */
const FROM_LIST = properties({
  listId: 'list',
  label: 'filterColumn filterField',
  fillIn: 'fillIn',
});

/** Which people of the directory can be chosen: the members of a group, or everybody. */
const PEOPLE = properties({ groupId: 'group' });

/** Properties of choices that are looked up while people type. */
const LOOKED_UP = properties({
  name: 'name',
  type: 'type',
  text: 'title description requiredErrorText commentText commentPlaceholder placeholder',
  flag: 'searchable visible isRequired readOnly startWithNewLine showNumber hideNumber showCommentArea useDisplayValuesInDynamicTexts',
  expression: 'visibleIf enableIf requiredIf',
  word: 'state titleLocation descriptionLocation errorLocation',
  clearing: 'clearIfInvisible',
  size: 'width minWidth maxWidth',
  count: 'indent colSpan',
  validators: 'validators',
  office: 'office',
});

const EXPRESSION = properties({
  expression: 'expression',
  word: 'displayStyle currency',
  count: 'maximumFractionDigits minimumFractionDigits precision decimals',
  flag: 'useGrouping',
  text: 'format',
  unit: 'unit',
});

/** Properties of tables and repeating sections. */
const ROWS = properties({
  word: 'keyName displayMode',
  text: 'keyDuplicationError confirmDeleteText',
  flag: 'confirmDelete copyDefaultValueFromLastEntry',
});

/** Properties of tables, whether their rows are added or fixed. */
const TABLE = properties({
  columns: 'columns',
  choices: 'choices',
  word: 'cellType verticalAlign',
  count: 'columnColCount',
  text: 'placeholder',
  size: 'columnMinWidth',
  flag: 'transposeData showHeader horizontalScroll alternateRows',
});

const MATRIX = properties(
  {
    word: 'addRowButtonLocation',
    count: 'rowCount minRowCount maxRowCount',
    text: 'addRowText removeRowText noRowsText',
    flag: 'allowAddRows allowRemoveRows allowRowReorder hideColumnsIfEmpty',
    value: 'defaultRowValue',
  },
  TABLE,
  ROWS,
);

/** A Likert scale: one choice in each row. Its columns are the choices. */
const LIKERT = properties({
  rows: 'rows columns',
  size: 'rowTitleWidth columnMinWidth',
  word: 'verticalAlign displayMode',
  flag: 'eachRowRequired showHeader alternateRows',
});

/** A table whose rows the template gives: a list of checks. */
const FIXED_ROWS = properties({ rows: 'rows', size: 'rowTitleWidth', word: 'displayMode' }, TABLE);

const REPEATED_PANEL = properties(
  {
    elements: 'templateElements',
    text: 'templateTitle templateTabTitle tabTitlePlaceholder templateDescription noEntriesText addPanelText removePanelText prevPanelText nextPanelText questionStartIndex',
    count: 'panelCount minPanelCount maxPanelCount',
    flag: 'allowAddPanel allowRemovePanel showProgressBar',
    word: 'showQuestionNumbers newPanelPosition panelsState progressBarLocation templateQuestionTitleLocation templateErrorLocation removePanelButtonLocation tabAlign',
    size: 'templateQuestionTitleWidth',
    // `panelCountExpression` is Formstead's own: the number of entries that an answer asks for.
    expression: 'templateVisibleIf panelCountExpression',
    value: 'defaultPanelValue',
  },
  ROWS,
);

/** Properties of headings and instruction texts. */
const STATIC = properties({
  name: 'name',
  type: 'type',
  text: 'title description',
  content: 'content',
  flag: 'visible startWithNewLine',
  expression: 'visibleIf',
  size: 'width minWidth maxWidth',
  count: 'indent colSpan',
});

const INSTRUCTIONS = properties({ picture: 'picture', text: 'pictureText' }, STATIC);

/** Types of elements with their properties. A `panel` only arranges other elements. */
export const ELEMENTS: ReadonlyMap<string, Properties> = new Map([
  ['panel', properties({ type: 'type', office: 'office' }, CONTAINER)],
  ['text', properties({}, QUESTION, TEXT)],
  ['comment', properties({}, QUESTION, TEXT)],
  ['boolean', properties({}, QUESTION, BOOLEAN)],
  ['radiogroup', properties({}, QUESTION, SELECT)],
  ['dropdown', properties({}, QUESTION, SELECT)],
  ['checkbox', properties({}, QUESTION, SELECT)],
  ['rating', properties({}, QUESTION, RATING)],
  ['imagepicker', properties({}, QUESTION, IMAGE_CHOICE)],
  ['ranking', properties({}, QUESTION, RANKING)],
  ['slider', properties({}, QUESTION, SLIDER)],
  ['file', properties({}, QUESTION, FILE)],
  ['signaturepad', properties({}, QUESTION, SIGNATURE)],
  ['sketch', properties({}, ASKED)],
  ['location', properties({}, ASKED, LOCATION)],
  ['barcode', properties({}, ASKED, BARCODE)],
  ['sharedlist', properties({}, LOOKED_UP, FROM_LIST)],
  ['person', properties({}, LOOKED_UP, PEOPLE)],
  ['matrixdynamic', properties({}, QUESTION, MATRIX)],
  ['matrixdropdown', properties({}, QUESTION, FIXED_ROWS)],
  ['matrix', properties({}, QUESTION, LIKERT)],
  ['paneldynamic', properties({}, QUESTION, REPEATED_PANEL)],
  // `hideWhileFilling` is Formstead's own: nobody sees the value who fills in the form.
  ['expression', properties({ flag: 'hideWhileFilling' }, QUESTION, EXPRESSION)],
  ['heading', STATIC],
  ['instructions', INSTRUCTIONS],
]);

/** The types that cells of a table can have. */
export const CELL_TYPES: readonly string[] = [
  'text',
  'comment',
  'boolean',
  'radiogroup',
  'dropdown',
  'checkbox',
  'sharedlist',
  'person',
  'rating',
  'file',
  'expression',
];

export const INPUT_TYPES: readonly string[] = [
  'text',
  'email',
  'tel',
  'url',
  'number',
  'range',
  'date',
  'time',
  'datetime-local',
];

/** The same set for cells of all types, so that the type of a column can change. */
export const COLUMN = properties(
  {
    word: 'cellType totalType totalDisplayStyle totalCurrency cellHint',
    expression: 'totalExpression',
    text: 'totalFormat',
    count: 'totalMaximumFractionDigits totalMinimumFractionDigits',
    flag: 'isUnique',
  },
  FROM_LIST,
  PEOPLE,
  TEXT,
  SELECT,
  BOOLEAN,
  RATING,
  FILE,
  EXPRESSION,
  new Map([...QUESTION].filter(([name]) => name !== 'type' && name !== 'office')),
);

export const CHOICE = properties({
  value: 'value',
  text: 'text',
  expression: 'visibleIf enableIf',
});

/** The text is also what screen readers say instead of the picture. */
export const CHOICE_WITH_IMAGE = properties({ picture: 'imageLink' }, CHOICE);

/** Each row of a table with fixed rows is always there, so that the answers of all forms have the same rows. */
export const ROW = properties({ value: 'value', text: 'text' });

const VALIDATOR = properties({ type: 'type', text: 'text' });

/** No validator takes a regular expression: one such as ^(a+)+$ blocks a thread forever. */
export const VALIDATORS: ReadonlyMap<string, Properties> = new Map(
  Object.entries({
    numeric: properties({ number: 'minValue maxValue' }, VALIDATOR),
    text: properties({ count: 'minLength maxLength', flag: 'allowDigits' }, VALIDATOR),
    answercount: properties({ count: 'minCount maxCount' }, VALIDATOR),
    email: VALIDATOR,
    expression: properties({ expression: 'expression' }, VALIDATOR),
  }).flatMap(([type, known]) => [[type, known] as const, [`${type}validator`, known] as const]),
);
