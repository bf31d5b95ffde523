import type {HeaderChange} from '../contract/extension-rule'

/** What a user agent string says of the browser, as far as client hints repeat it. */
type Claimed = {
  readonly brand: string
  readonly version: string
  readonly engineVersion: string
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
  [/EdgA?\/(\d+)/, 'Microsoft Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/; wv\).*Chrome\/(\d+)/, 'Android WebView'],
  [/Chrome\/(\d+)/, 'Google Chrome'],
]

function claimedBy(userAgent: string): Claimed | undefined {
  const engine = /(?:Chrome|Chromium)\/(\d+)/.exec(userAgent)
  // Chrome on iOS is Safari underneath and sends no client hints; it says CriOS.
  if (!engine) return undefined
  const [pattern, brand] = brands.find(([each]) => each.test(userAgent)) ?? [/Chrom\w+\/(\d+)/, 'Chromium']
  return {
    brand,
    version: pattern.exec(userAgent)?.[1] ?? '',
    engineVersion: engine[1] ?? '',
    platform: platforms.find(([each]) => each.test(userAgent))?.[1] ?? 'Unknown',
    mobile: /\bMobile\b/.test(userAgent),
  }
}

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
            [
              `"Chromium";v="${claimed.engineVersion}"`,
              ...(claimed.brand === 'Chromium' ? [] : [`"${claimed.brand}";v="${claimed.version}"`]),
              '"Not?A_Brand";v="24"',
            ].join(', '),
          ),
          set('sec-ch-ua-mobile', claimed.mobile ? '?1' : '?0'),
          set('sec-ch-ua-platform', `"${claimed.platform}"`),
        ]
  return [set('user-agent', userAgent), ...hints, ...onRequestOnly.map(remove)]
}
