import {compileExpression} from '../../src/matching/expression'
import {readRegex} from '../../src/matching/regex/read'
import {median, measureTime, type Figure} from './measure'

/** Regexes for which a backtracking engine takes exponential or high polynomial time. */
const hostile = [
  'blocks/(.*)+/(.*)+\\.(js|css)$',
  '(a+)+$',
  '(?:a|a)*b',
  `${'a?'.repeat(50)}${'a'.repeat(50)}b`,
  '(.*)*x$',
  '([a-z]+)*\\d$',
  '^(([a-z:/.])+.)+[A-Z]([a-z])+$',
  '(x+x+)+y',
  '(.*a){20}$',
  '(a{1,50}){1,50}z',
  '^(?=.*a)(?=.*b)(?=.*q).*$',
  '(?<=(?:a|b)+)z',
  '(?!.*(?:a|b)+z)a+z',
  '(.*)/(.*)/(.*)/(.*)/(.*)/(.*)/(.*)x',
  '(\\w+\\d?)+#',
  '((a*)*)*!',
  `${'(?:a|a)'.repeat(40)}z`,
  '.*.*.*.*.*.*.*.*.*.*z',
  '(([^/]*/)*)*[^/]*\\?z',
  '(?:(?:a|aa)+|(?:a|aaa)+)+!',
]

const url = `https://shop.test/blocks/${'a'.repeat(2_971)}.jsx`
const rounds = 9

/** The slowest of 20 hostile regexes on a URL of 3,000 characters, in our own matcher. */
export function benchRegex(): Figure {
  const times = hostile.map(pattern => {
    const read = readRegex(pattern)
    if ('reason' in read) throw new Error(`${pattern}: ${read.reason.code}`)
    const search = compileExpression(read.regex.tokens, read.regex.ignoreCase)
    return median(Array.from({length: rounds}, () => measureTime(() => search(url))))
  })
  const slowest = Math.max(...times)
  return {
    name: `${hostile.length} hostile regexes on a URL of ${url.length.toLocaleString('en')} characters, the slowest`,
    measured: `${hostile[times.indexOf(slowest)] ?? ''}; all together ${times.reduce((a, b) => a + b).toFixed(1)} ms`,
    value: slowest,
    limit: 5,
    unit: ' ms',
  }
}
