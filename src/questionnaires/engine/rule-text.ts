// What people read when a rule without a message of its author fails. The engine would show the expression.
import { ExpressionValidator } from 'survey-core';

const TEXTS: ReadonlyMap<string, string> = new Map([
  ['ar', 'هذه القيمة غير مسموح بها.'],
  ['cs', 'Tato hodnota není povolena.'],
  ['da', 'Denne værdi er ikke tilladt.'],
  ['de', 'Dieser Wert ist nicht erlaubt.'],
  ['es', 'Este valor no está permitido.'],
  ['fi', 'Tämä arvo ei ole sallittu.'],
  ['fr', 'Cette valeur n’est pas autorisée.'],
  ['it', 'Questo valore non è consentito.'],
  ['nl', 'Deze waarde is niet toegestaan.'],
  ['no', 'Denne verdien er ikke tillatt.'],
  ['pl', 'Ta wartość jest niedozwolona.'],
  ['pt', 'Este valor não é permitido.'],
  ['pt-br', 'Este valor não é permitido.'],
  ['ru', 'Это значение недопустимо.'],
  ['sv', 'Det här värdet är inte tillåtet.'],
  ['tr', 'Bu değere izin verilmiyor.'],
  ['uk', 'Це значення не дозволене.'],
]);

/** Returns the sentence in a language, in English where there is none. */
const ruleText = (locale: string): string => TEXTS.get(locale) ?? 'This value is not allowed.';

/** Called before a model is made. */
export function replaceRuleText(): void {
  // TypeScript lets only a subclass replace this method, and the engine makes its own validators.
  Object.defineProperty(ExpressionValidator.prototype, 'getDefaultErrorText', {
    configurable: true,
    value(this: ExpressionValidator) {
      return ruleText(this.getLocale());
    },
  });
}
