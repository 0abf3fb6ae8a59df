// What of the app wants to know that something failed, such as that the session has ended.

type Hear = (failure: Error) => void;

let hear: Hear = () => undefined;

export function hearFailures(listener: Hear): void {
  hear = listener;
}

export const tellFailure = (failure: Error): void => hear(failure);
