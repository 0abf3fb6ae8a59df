// Recognises the browser in a User-Agent header, so that people can recognise their own sessions. A client can claim
// anything there, so nothing else may depend on it.

interface Device {
  readonly browser: string;
  readonly system: string;
}

// The order matters: most browsers also name those that they want to be taken for.
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bChrom(?:e|ium)\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** Returns the browser and operating system; undefined for an unknown one. */
export function deviceOf(agent: string | undefined): Device | undefined {
  const browser = BROWSERS.find(([sign]) => sign.test(agent ?? ''))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(agent ?? ''))?.[1];
  return browser === undefined || system === undefined ? undefined : { browser, system };
}
