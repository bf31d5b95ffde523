import type {Brand} from '../contract/claims'
import type {HeaderChange} from '../contract/extension-rule'

/** What a user agent string says of the browser, as far as client hints repeat it. */
export type Claimed = {
  /** With their versions in full; on the wire and in lists only the first number stands. */
  readonly brands: readonly Brand[]
  readonly version: string
  readonly platform: string
  readonly mobile: boolean
}

const platforms: readonly (readonly [RegExp, string])[] = [
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

/** Undefined for a browser that sends no client hints. */
export function claimedBy(userAgent: string): Claimed | undefined {
  const engine = /(?:Chrome|Chromium)\/(\d[\d.]*)/.exec(userAgent)?.[1]
  // Chrome on iOS is Safari underneath and sends no client hints; it says CriOS.
  if (engine === undefined) return undefined
  const own = brands.flatMap(([pattern, brand]) => {
    const version = pattern.exec(userAgent)?.[1]
    return version === undefined ? [] : [{brand, version}]
  })[0]
  return {
    brands: [{brand: 'Chromium', version: engine}, ...(own ? [own] : []), {brand: 'Not?A_Brand', version: '24.0.0.0'}],
    version: own?.version ?? engine,
    platform: platforms.find(([each]) => each.test(userAgent))?.[1] ?? 'Unknown',
    mobile: /\bMobile\b/.test(userAgent),
  }
}

export const withoutDetails = ({brand, version}: Brand): Brand => ({brand, version: version.split('.')[0] ?? ''})

// Chrome sends these only to servers that asked. What they would say of another browser nobody can know, so they go.
const onRequestOnly = [
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

/** The headers that say which browser this is, in agreement with a user agent string. */
export function userAgentHeaders(userAgent: string): HeaderChange[] {
  const claimed = claimedBy(userAgent)
  const always = ['sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform']
  const hints =
    claimed === undefined
      ? always.map(remove)
      : [
          set(
            'sec-ch-ua',
            claimed.brands
              .map(withoutDetails)
              .map(({brand, version}) => `"${brand}";v="${version}"`)
              .join(', '),
          ),
          set('sec-ch-ua-mobile', claimed.mobile ? '?1' : '?0'),
          set('sec-ch-ua-platform', `"${claimed.platform}"`),
        ]
  return [set('user-agent', userAgent), ...hints, ...onRequestOnly.map(remove)]
}
