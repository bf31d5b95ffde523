import type {PairOf, RuleType} from '../model/rules'
import {everyRequest, type Source} from '../model/source'
import {userAgents} from './data/user-agents'

type Template = {
  readonly [T in RuleType]: {
    readonly type: T
    /** For a link or an image, the condition matches the whole site. */
    readonly matchesWholeSite: boolean
    /** `host` is empty if the form was not opened from a page. */
    readonly pair: (source: Source, host: string) => PairOf<T>
  }
}[RuleType]

export const templateNames = [
  'cors',
  'csp',
  'localhost',
  'mock',
  'slow',
  'tracking',
  'iphone',
  'android',
  'tablet',
] as const
export type TemplateName = (typeof templateNames)[number]

const setResponseHeader = (header: string, value: string) =>
  ({target: 'Response', type: 'Modify', header, value}) as const
const removeResponseHeader = (header: string) => ({target: 'Response', type: 'Remove', header}) as const
const tracking = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'gclid', 'fbclid', 'msclkid']

/** Only fetch and XHR, or the page on the same host would be answered or delayed as well. */
const limitToApi = (source: Source): Source => ({...source, filters: [{resourceType: ['xmlhttprequest']}]})

const createDeviceTemplate = (named: (typeof userAgents)[number]['name']): Template => ({
  type: 'UserAgent',
  matchesWholeSite: true,
  pair: source => ({source, userAgent: userAgents.find(({name}) => name === named)?.value ?? ''}),
})

/** Common rules, complete except for their condition. */
export const templates: Readonly<Record<TemplateName, Template>> = {
  cors: {
    type: 'Headers',
    matchesWholeSite: true,
    pair: source => ({
      source,
      modifications: [
        setResponseHeader('Access-Control-Allow-Origin', '*'),
        setResponseHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'),
        // `*` does not include Authorization:
        // https://fetch.spec.whatwg.org/#cors-non-wildcard-request-header-name
        setResponseHeader('Access-Control-Allow-Headers', '*, Authorization'),
        setResponseHeader('Access-Control-Expose-Headers', '*'),
      ],
    }),
  },
  csp: {
    type: 'Headers',
    matchesWholeSite: true,
    pair: source => ({
      source,
      modifications: [
        removeResponseHeader('Content-Security-Policy'),
        removeResponseHeader('Content-Security-Policy-Report-Only'),
        // Also keeps a page out of frames.
        removeResponseHeader('X-Frame-Options'),
      ],
    }),
  },
  localhost: {
    type: 'Redirect',
    matchesWholeSite: true,
    pair: (_source, host) => ({
      source: {key: 'host', operator: 'Equals', value: host},
      destinationType: 'url',
      destination: 'http://localhost:3000',
      keepPathAndQuery: true,
    }),
  },
  mock: {
    type: 'Response',
    matchesWholeSite: false,
    pair: source => ({
      source: limitToApi(source),
      type: 'static',
      value: '{\n  "items": []\n}\n',
      statusCode: 200,
      serveWithoutRequest: true,
    }),
  },
  slow: {type: 'Delay', matchesWholeSite: false, pair: source => ({source: limitToApi(source), delay: 3_000})},
  tracking: {
    type: 'QueryParam',
    matchesWholeSite: true,
    pair: (source, host) => ({
      source: host === '' ? everyRequest : source,
      modifications: tracking.map(param => ({type: 'Remove', param}) as const),
    }),
  },
  iphone: createDeviceTemplate('Safari on iOS'),
  android: createDeviceTemplate('Chrome on Android'),
  tablet: createDeviceTemplate('Safari on iPad'),
}

export const isTemplateName = (name: string): name is TemplateName => templateNames.some(each => each === name)
