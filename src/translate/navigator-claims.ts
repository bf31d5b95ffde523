import {claimsTiming, type Claims} from '../contract/claims'
import {claimedBy, withoutDetails, type Claimed} from './client-hints'

type Table = readonly (readonly [RegExp, string])[]

const said = (table: Table, userAgent: string) => table.find(([each]) => each.test(userAgent))?.[1]

const systems: Table = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Win32'],
  [/Android/, 'Linux armv81'],
  [/CrOS|Linux x86_64/, 'Linux x86_64'],
  [/Macintosh/, 'MacIntel'],
]

const isGecko = (userAgent: string) => /Gecko\/.*Firefox\//.test(userAgent)

const vendors: Table = [
  [/Gecko\/.*Firefox\//, ''],
  [/Chrom(e|ium)\//, 'Google Inc.'],
  [/AppleWebKit\//, 'Apple Computer, Inc.'],
]

const versionOfApp = (userAgent: string) =>
  isGecko(userAgent)
    ? `5.0 (${/\((Windows|[^;)]*)/.exec(userAgent)?.[1] ?? ''})`
    : userAgent.slice(userAgent.indexOf('/') + 1)

const formFactor = ({mobile, platform}: Claimed) => (mobile ? 'Mobile' : platform === 'Android' ? 'Tablet' : 'Desktop')

/** What client hints say in full. What the string does not tell is empty, as Chrome leaves what it does not know. */
function dataOf(userAgent: string): Claims['data'] {
  const claimed = claimedBy(userAgent)
  if (claimed === undefined) return null
  const is64 = /x86_64|x64/.test(userAgent)
  const [, android = '', device = ''] = /Android (\d+)[\d.]*(?:; ([^;)]+?)(?: Build[^;)]*)?)?[;)]/.exec(userAgent) ?? []
  // Chrome on Android says that it is an Android 10 of model K, whatever it is.
  const isReduced = device === 'K' || android === ''
  return {
    brands: claimed.brands.map(withoutDetails),
    mobile: claimed.mobile,
    platform: claimed.platform,
    architecture: is64 ? 'x86' : '',
    bitness: is64 ? '64' : '',
    formFactors: [formFactor(claimed)],
    fullVersionList: claimed.brands,
    model: isReduced ? '' : device,
    platformVersion: isReduced ? '' : `${android}.0.0`,
    uaFullVersion: claimed.version,
    wow64: /WOW64/.test(userAgent),
  }
}

/** What scripts of a page are told of the browser, in agreement with the headers. */
export function navigatorClaims(given: string): string {
  // RFC 9110, 5.5: what stands around the value of a header is no part of it.
  const userAgent = given.replace(/^[\t ]+|[\t ]+$/g, '')
  const vendor = said(vendors, userAgent)
  const platform = said(systems, userAgent)
  const claims: Claims = {
    navigator: {
      userAgent,
      appVersion: versionOfApp(userAgent),
      ...(platform === undefined ? {} : {platform}),
      ...(vendor === undefined ? {} : {vendor, productSub: isGecko(userAgent) ? '20100101' : '20030107'}),
    },
    data: dataOf(userAgent),
  }
  return JSON.stringify(claims)
}

const inHex = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The same as an entry of server timing, which the scripts of a document can read before any of the page's runs. */
export function navigatorTiming(userAgent: string): string {
  const ascii = navigatorClaims(userAgent).replace(/[^ -~]/g, inHex)
  return `${claimsTiming};desc="${ascii.replace(/["\\]/g, '\\$&')}"`
}
