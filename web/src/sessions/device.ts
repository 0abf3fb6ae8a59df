// Which browser a User-Agent is of, for people who want to know their own again. It is what the browser
// says of itself: nothing is decided by it.

interface Device {
  readonly browser: string;
  readonly system: string;
}

// In this order: each names also those that it wants to be taken for.
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

/** Undefined for what is no browser that we know. */
export function deviceOf(agent: string | undefined): Device | undefined {
  const browser = BROWSERS.find(([sign]) => sign.test(agent ?? ''))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(agent ?? ''))?.[1];
  return browser === undefined || system === undefined ? undefined : { browser, system };
}
