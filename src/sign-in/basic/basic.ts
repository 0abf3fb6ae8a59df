import {
  type BasicAuthenticator,
  type BasicDeps,
  createBasicAuthenticator,
} from './authenticate-basic.ts';

/** Path of the web app's screen that explains how to replace Basic. */
export const HELP_WITH_BASIC = '/help/basic-authentication';

/** When Basic became deprecated (RFC 9745), in seconds since the epoch: 2026-11-20. */
const DEPRECATED_AT = 1_795_132_800;

export interface BasicSettings {
  readonly basic: boolean;
  /** When Basic ends, in milliseconds since the epoch; undefined: no end is announced. */
  readonly basicSunset: number | undefined;
}

/** Returns whether Basic works in the deployment at this time: it is on, and its end has not come. */
export const isBasicOffered = ({ basic, basicSunset }: BasicSettings, now: number): boolean =>
  basic && (basicSunset === undefined || now < basicSunset);

/** HTTP Basic in a deployment: its authenticator, and the headers of each response. */
export interface Basic {
  /** Undefined when Basic is turned off or has ended. */
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
      // The Sunset header, RFC 8594.
      ...(basicSunset !== undefined && { sunset: new Date(basicSunset).toUTCString() }),
    }),
  };
}
