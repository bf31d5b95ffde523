import {only} from '../build'
import type {Translators} from '../translation'

/** declarativeNetRequest cannot see a body: all of it is done in the page. */
export const request: Translators['Request'] = rule =>
  only(...rule.pairs.map((_, pair) => ({code: 'in-page-only', pair}) as const))
