import type {RuleType} from '../../../src/model/rules'

export type Payload = Record<string, unknown>

export const documentedSource = {key: 'Url', operator: 'Equals', value: 'https://www.google.com/'}

/** One pair of each type, as in the contract document. */
export const documentedPairs: Readonly<Record<RuleType, Payload>> = {
  Redirect: {source: documentedSource, destinationType: 'url', destination: 'https://www.bing.com/'},
  Cancel: {source: documentedSource},
  Replace: {source: documentedSource, from: 'google', to: 'bing'},
  Headers: {source: documentedSource, modifications: [{header: 'X-Test', type: 'Add', value: 'yes'}]},
  UserAgent: {source: documentedSource, userAgent: 'Tester/1.0'},
  QueryParam: {source: documentedSource, modifications: [{param: 'a', type: 'Add', value: '1'}]},
  Request: {type: 'static', value: '{}'},
  Response: {type: 'code', value: 'function modifyResponse(args) { return args.response }', serveWithoutRequest: false},
  Delay: {source: documentedSource, delay: 500},
}

/** The body of "Create rule" without optional fields. */
export const aPayload = (ruleType: RuleType = 'Redirect', overrides: Payload = {}): Payload => ({
  name: `A ${ruleType} rule`,
  objectType: 'rule',
  ruleType,
  pairs: [documentedPairs[ruleType]],
  ...overrides,
})

export const withoutField = (payload: Payload, name: string): Payload =>
  Object.fromEntries(Object.entries(payload).filter(([each]) => each !== name))
