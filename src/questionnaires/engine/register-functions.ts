import { FunctionFactory } from 'survey-core';
import { OWN_FUNCTIONS } from '#questionnaires/definition/own-functions.ts';

/** Makes the engine know the functions that Formstead adds. Called before a model is made. */
export function registerFunctions(): void {
  for (const [name, compute] of OWN_FUNCTIONS) {
    FunctionFactory.Instance.register(name, (values: readonly unknown[]) => compute(values));
  }
}
