import { type LocalizableString, QuestionNonValue, Serializer } from 'survey-core';
import { STATIC_TYPES } from '#questionnaires/definition/static-types.ts';

/** A heading or an instruction text. It has no answer and no title of its own for the engine, only conditions. */
export class StaticPart extends QuestionNonValue {
  readonly #type: string;

  constructor(name: string, type: string) {
    super(name);
    this.#type = type;
    this.createLocalizableString('content', this);
    this.createLocalizableString('pictureText', this);
  }

  /** The instruction text in the language of the form, with the marks of its author. */
  get content(): string {
    return this.getLocalizableStringText('content');
  }

  get locContent(): LocalizableString {
    return this.getLocalizableString('content');
  }

  /** A `data:` URL. */
  get picture(): unknown {
    return this.getPropertyValue('picture');
  }

  set picture(address: unknown) {
    this.setPropertyValue('picture', address);
  }

  get locPictureText(): LocalizableString {
    return this.getLocalizableString('pictureText');
  }

  override getType(): string {
    // The engine asks for the type while the object is constructed.
    return #type in this ? this.#type : 'nonvalue';
  }
}

let isRegistered = false;

/** Makes the engine know these types. Called before a model is made. */
export function registerStaticParts(): void {
  if (isRegistered) return;
  isRegistered = true;
  for (const type of STATIC_TYPES) {
    Serializer.addClass(
      type,
      [
        { name: 'content', serializationProperty: 'locContent' },
        { name: 'picture' },
        { name: 'pictureText', serializationProperty: 'locPictureText' },
      ],
      () => new StaticPart('', type),
      'nonvalue',
    );
  }
}
