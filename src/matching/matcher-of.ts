import type {PreparedSource} from '../contract/prepared-source'
import {comparing} from './compare'
import {readPayloads} from './filters'
import {matcherWith, type Matcher} from './matcher-with'

/** What was prepared as a question to requests, with all that a filter can ask. */
export const matcherOf = (source: PreparedSource): Matcher =>
  matcherWith(readPayloads, source, comparing(source.compare))
