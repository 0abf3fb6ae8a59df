import {
  type BasicAuthenticator,
  type BasicDeps,
  createBasicAuthenticator,
} from './authenticate-basic.ts';

/** The page of the web app that tells how to move on. */
export const HELP_WITH_BASIC = '/help/basic-authentication';

/** Since when Basic is deprecated, RFC 9745: 2026-11-20. */
const DEPRECATED_AT = 1_795_132_800;

export interface BasicSettings {
  readonly basic: boolean;
  /** Milliseconds since the epoch; undefined: no end is announced. */
  readonly basicSunset: number | undefined;
}

/** Whether Basic works in the deployment at this time: until its day comes, where one is set. */
export const isBasicOffered = ({ basic, basicSunset }: BasicSettings, now: number): boolean =>
  basic && (basicSunset === undefined || now < basicSunset);

/** HTTP Basic in a deployment: whether it works by now, and what is told with each answer. */
export interface Basic {
  /** Undefined when Basic is turned off, or its day has come. */
  readonly authenticator: BasicAuthenticator | undefined;
  headers(): Readonly<Record<string, string>>;
}

export function createBasic(
  deps: BasicDeps & { readonly settings: BasicSettings; readonly publicUrl: () => string },
): Basic {
  const { clock, settings, publicUrl } = deps;
  const { basicSunset } = settings;
  const authenticator = createBasicAuthenticator(deps);
  return {
    get authenticator() {
      return isBasicOffered(settings, clock.now()) ? authenticator : undefined;
    },
    headers: () => ({
      deprecation: `@${DEPRECATED_AT}`,
      link: `<${publicUrl()}${HELP_WITH_BASIC}>; rel="deprecation"; type="text/html"`,
      // RFC 8594
      ...(basicSunset !== undefined && { sunset: new Date(basicSunset).toUTCString() }),
    }),
  };
}
