export type BrowserDescription = Readonly<{ browser: string; system: string }>

/** Most specific first: most browsers claim to be several others. */
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [pattern: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Browser and system of a `User-Agent` header; undefined unless both are well known. */
export function describeBrowser(userAgent: string): BrowserDescription | undefined {
  const [, browser] = browsers.find(([pattern]) => pattern.test(userAgent)) ?? []
  const [, system] = systems.find(([pattern]) => pattern.test(userAgent)) ?? []
  return browser && system ? { browser, system } : undefined
}
