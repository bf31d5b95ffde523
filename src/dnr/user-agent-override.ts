import {navigatorTimingName, type Brand, type NavigatorOverride} from '../model/navigator-override'
import type {HeaderChange} from '../model/extension-rule'

/** The parts of a user agent string that client hints repeat. */
type ParsedUserAgent = {
  /** With full versions. Headers and the `brands` list contain only the major version. */
  readonly brands: readonly Brand[]
  readonly version: string
  readonly platform: string
  readonly mobile: boolean
}

const clientHintPlatforms: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chrome OS'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

const brands: readonly (readonly [RegExp, string])[] = [
  [/EdgA?\/([\d.]+)/, 'Microsoft Edge'],
  [/OPR\/([\d.]+)/, 'Opera'],
  [/SamsungBrowser\/([\d.]+)/, 'Samsung Internet'],
  [/; wv\).*Chrome\/([\d.]+)/, 'Android WebView'],
  [/Chrome\/([\d.]+)/, 'Google Chrome'],
]

/** Returns undefined for a browser that sends no client hints. */
function parseUserAgent(userAgent: string): ParsedUserAgent | undefined {
  const engine = /(?:Chrome|Chromium)\/(\d[\d.]*)/.exec(userAgent)?.[1]
  // Chrome on iOS (CriOS) uses WebKit and sends no client hints.
  if (engine === undefined) return undefined
  const own = brands.flatMap(([pattern, brand]) => {
    const version = pattern.exec(userAgent)?.[1]
    return version === undefined ? [] : [{brand, version}]
  })[0]
  return {
    brands: [{brand: 'Chromium', version: engine}, ...(own ? [own] : []), {brand: 'Not?A_Brand', version: '24.0.0.0'}],
    version: own?.version ?? engine,
    platform: clientHintPlatforms.find(([each]) => each.test(userAgent))?.[1] ?? 'Unknown',
    mobile: /\bMobile\b/.test(userAgent),
  }
}

const toMajorVersion = ({brand, version}: Brand): Brand => ({brand, version: version.split('.')[0] ?? ''})

// Chrome sends these hints only to servers that request them. Their values for another browser are
// unknown, so they are removed.
const highEntropyHints = [
  'sec-ch-ua-arch',
  'sec-ch-ua-bitness',
  'sec-ch-ua-form-factors',
  'sec-ch-ua-full-version',
  'sec-ch-ua-full-version-list',
  'sec-ch-ua-model',
  'sec-ch-ua-platform-version',
  'sec-ch-ua-wow64',
]

const remove = (header: string): HeaderChange => ({header, operation: 'remove'})
const set = (header: string, value: string): HeaderChange => ({header, operation: 'set', value})

/** Creates the User-Agent header and matching client hints. */
export function createUserAgentHeaders(userAgent: string): HeaderChange[] {
  const claimed = parseUserAgent(userAgent)
  const always = ['sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform']
  const hints =
    claimed === undefined
      ? always.map(remove)
      : [
          set(
            'sec-ch-ua',
            claimed.brands
              .map(toMajorVersion)
              .map(({brand, version}) => `"${brand}";v="${version}"`)
              .join(', '),
          ),
          set('sec-ch-ua-mobile', claimed.mobile ? '?1' : '?0'),
          set('sec-ch-ua-platform', `"${claimed.platform}"`),
        ]
  return [set('user-agent', userAgent), ...hints, ...highEntropyHints.map(remove)]
}

type PatternTable = readonly (readonly [RegExp, string])[]

const lookUp = (table: PatternTable, userAgent: string) => table.find(([each]) => each.test(userAgent))?.[1]

const navigatorPlatforms: PatternTable = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Win32'],
  [/Android/, 'Linux armv81'],
  [/CrOS|Linux x86_64/, 'Linux x86_64'],
  [/Macintosh/, 'MacIntel'],
]

const isGecko = (userAgent: string) => /Gecko\/.*Firefox\//.test(userAgent)

const vendors: PatternTable = [
  [/Gecko\/.*Firefox\//, ''],
  [/Chrom(e|ium)\//, 'Google Inc.'],
  [/AppleWebKit\//, 'Apple Computer, Inc.'],
]

const getAppVersion = (userAgent: string) =>
  isGecko(userAgent)
    ? `5.0 (${/\((Windows|[^;)]*)/.exec(userAgent)?.[1] ?? ''})`
    : userAgent.slice(userAgent.indexOf('/') + 1)

const getFormFactor = ({mobile, platform}: ParsedUserAgent) =>
  mobile ? 'Mobile' : platform === 'Android' ? 'Tablet' : 'Desktop'

/** Creates `navigator.userAgentData`. Unknown values are empty strings, as in Chrome. */
function createUserAgentData(userAgent: string): NavigatorOverride['data'] {
  const claimed = parseUserAgent(userAgent)
  if (claimed === undefined) return null
  const is64 = /x86_64|x64/.test(userAgent)
  const [, android = '', device = ''] = /Android (\d+)[\d.]*(?:; ([^;)]+?)(?: Build[^;)]*)?)?[;)]/.exec(userAgent) ?? []
  // Chrome reduces the user agent of every Android device to "Android 10; K".
  const isReduced = device === 'K' || android === ''
  return {
    brands: claimed.brands.map(toMajorVersion),
    mobile: claimed.mobile,
    platform: claimed.platform,
    architecture: is64 ? 'x86' : '',
    bitness: is64 ? '64' : '',
    formFactors: [getFormFactor(claimed)],
    fullVersionList: claimed.brands,
    model: isReduced ? '' : device,
    platformVersion: isReduced ? '' : `${android}.0.0`,
    uaFullVersion: claimed.version,
    wow64: /WOW64/.test(userAgent),
  }
}

/** The touch points that most phones and tablets report. */
const touchPoints = 5
const isTouchDevice = (userAgent: string): boolean => /iPhone|iPad|Android/.test(userAgent)

/** Serializes the `navigator` values that match the headers. */
export function serializeNavigatorOverride(given: string): string {
  // RFC 9110, 5.5: whitespace around a header value is not part of it.
  const userAgent = given.replace(/^[\t ]+|[\t ]+$/g, '')
  const vendor = lookUp(vendors, userAgent)
  const platform = lookUp(navigatorPlatforms, userAgent)
  const claims: NavigatorOverride = {
    navigator: {
      userAgent,
      appVersion: getAppVersion(userAgent),
      ...(platform === undefined ? {} : {platform}),
      ...(isTouchDevice(userAgent) ? {maxTouchPoints: touchPoints} : {}),
      ...(vendor === undefined ? {} : {vendor, productSub: isGecko(userAgent) ? '20100101' : '20030107'}),
    },
    data: createUserAgentData(userAgent),
  }
  return JSON.stringify(claims)
}

const toHexEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * The override as a Server-Timing entry, which scripts can read before the page's own scripts run.
 */
export function createServerTimingEntry(userAgent: string): string {
  const ascii = serializeNavigatorOverride(userAgent).replace(/[^ -~]/g, toHexEscape)
  return `${navigatorTimingName};desc="${ascii.replace(/["\\]/g, '\\$&')}"`
}
