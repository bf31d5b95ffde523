import type {PreparedSource} from '../contract/prepared-source'
import {comparing} from './compare'
import {matcherWith, type Matcher} from './matcher-with'

/** What was prepared as a question to requests. */
export const matcherOf = (source: PreparedSource): Matcher => matcherWith(source, comparing(source.compare))
