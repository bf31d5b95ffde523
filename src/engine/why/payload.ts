import type {PayloadFilter, SourceFilter} from '../../contract/source'
import {comparing} from '../../matching/compare'
import {matchWildcard} from '../../matching/comparing'
import {compileExpression, mayHang} from '../../matching/expression'
import {payloadsBy, readFilters, type Filter} from '../../matching/filters'
import {prepareFilters} from '../../matching/prepare-filters'
import {readRegex} from '../../matching/regex/read'

type Comparing = (value: string) => unknown

/** As a page compares it, and soon: pages take JavaScript's own expressions, which can take for ever. Undefined for what is no expression. */
function quickly({operator, value}: PayloadFilter): ((native: Comparing) => Comparing) | undefined {
  if (operator === 'Wildcard_Matches') return () => text => matchWildcard(value, text)
  const read = operator === 'Matches' ? readRegex(value, {spell: text => text}) : null
  if (!read || 'reason' in read) return undefined
  const {tokens, ignoreCase} = read.regex
  const find = compileExpression(tokens, ignoreCase)
  // Ours knows the characters of addresses alone.
  const isOurs = (text: string) => !/[^\0-\x7f]/.test(text)
  return native => text => (isOurs(text) ? find(text) : mayHang(tokens, text) ? null : native(text))
}

/** Filters that may be asked at every key. */
export const quickFilters = (filters: readonly SourceFilter[] = []): readonly Filter[] =>
  filters.flatMap(filter => {
    const quick = filter.requestPayload && quickly(filter.requestPayload)
    const payloads = payloadsBy(text => (quick ? quick(comparing(text)) : comparing(text)))
    return readFilters(prepareFilters([filter]), payloads)
  })
