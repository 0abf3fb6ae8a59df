// Choices that are looked up: from a shared list, and of people. The engine shows and hides it and asks for an answer; which rows there are, it never knows.
import {
  type LocalizableString,
  MatrixDropdownRowModelBase,
  matrixDropdownColumnTypes,
  Question,
  QuestionPanelDynamicModel,
  Serializer,
  SurveyModel,
} from 'survey-core';
import { isChosenRow } from '#questionnaires/answers/answer-faults.ts';

export class ListQuestion extends Question {
  constructor(name: string) {
    super(name);
    this.createLocalizableString('placeholder', this);
  }

  // The engine writes these properties when it reads a definition; without accessors it would not keep them.
  get list(): string {
    return this.getPropertyValue('list', '');
  }
  set list(value: string) {
    this.setPropertyValue('list', value);
  }
  get filterColumn(): string {
    return this.getPropertyValue('filterColumn', '');
  }
  set filterColumn(value: string) {
    this.setPropertyValue('filterColumn', value);
  }
  get filterField(): string {
    return this.getPropertyValue('filterField', '');
  }
  set filterField(value: string) {
    this.setPropertyValue('filterField', value);
  }
  get fillIn(): unknown {
    return this.getPropertyValue('fillIn');
  }
  set fillIn(value: unknown) {
    this.setPropertyValue('fillIn', value);
  }
  get placeholder(): string {
    return this.getLocalizableStringText('placeholder');
  }
  get locPlaceholder(): LocalizableString {
    return this.getLocalizableString('placeholder');
  }

  /**
   * Returns the question with a name: in the same row of a table, else in the same entry of a repeating section, else in
   * the form itself.
   */
  beside(name: string): Question | undefined {
    const { survey } = this;
    if (!(survey instanceof SurveyModel)) return undefined;
    const row: unknown = this.data;
    const isCell = row instanceof MatrixDropdownRowModelBase;
    const cell: unknown = isCell ? row.getQuestionByName(name) : undefined;
    if (cell instanceof Question) return cell;
    const field = (isCell && this.parentQuestion) || this;
    const entry = survey
      .getAllQuestions()
      .filter((each) => each instanceof QuestionPanelDynamicModel)
      .flatMap((each) => each.panels)
      .find((panel) => panel.questions.includes(field));
    const beside: unknown = entry?.getQuestionByName(name);
    if (beside instanceof Question) return beside;
    return survey.getQuestionByName(name) ?? undefined;
  }

  /** Calls the listener when any answer of the form changes. @returns a function that ends this */
  watch(listener: (survey: SurveyModel) => void): () => void {
    const { survey } = this;
    if (!(survey instanceof SurveyModel)) return () => undefined;
    survey.onValueChanged.add(listener);
    return () => survey.onValueChanged.remove(listener);
  }

  override getType(): string {
    return 'sharedlist';
  }

  /** Returns the key alone: a condition compares `{site}` with a text. */
  override getFilteredValue(): unknown {
    const value: unknown = this.value;
    return isChosenRow(value) ? value.key : value;
  }

  protected override getDisplayValueCore(_keysAsText: boolean, value: unknown): string {
    return isChosenRow(value) ? value.label || value.key : '';
  }
}

/** A person of the directory: a row whose key is the id of the user. */
export class PersonQuestion extends ListQuestion {
  /** The id of the group whose members can be chosen; empty: all people. */
  get group(): string {
    return this.getPropertyValue('group', '');
  }
  set group(value: string) {
    this.setPropertyValue('group', value);
  }

  override getType(): string {
    return 'person';
  }

  protected override getDisplayValueCore(_keysAsText: boolean, value: unknown): string {
    return isChosenRow(value) ? value.label : '';
  }
}

let isRegistered = false;

/** Called before a model is made. Every model that is made afterwards knows the types. */
export function registerListQuestion(): void {
  if (isRegistered) return;
  isRegistered = true;
  Serializer.addClass(
    'sharedlist',
    [
      'list',
      'filterColumn',
      'filterField',
      { name: 'fillIn:any' },
      { name: 'placeholder', serializationProperty: 'locPlaceholder' },
    ],
    () => new ListQuestion(''),
    'question',
  );
  Serializer.addClass(
    'person',
    ['group', { name: 'placeholder', serializationProperty: 'locPlaceholder' }],
    () => new PersonQuestion(''),
    'question',
  );
  // Columns of tables may be of every type that is named here.
  matrixDropdownColumnTypes.sharedlist = {};
  matrixDropdownColumnTypes.person = {};
  matrixDropdownColumnTypes.file = {};
}
