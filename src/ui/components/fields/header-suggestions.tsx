import {useMemo} from 'preact/hooks'
import {headerNames} from '../../data/header-names'
import {usePage} from '../../state/page-context'
import type {Row} from '../../state/library'

export const headerNamesList = 'header-names'
export const headerValuesList = (name: string): string => `header-values-${name.trim().toLowerCase()}`

const mostValues = 20
const longestValue = 200

type HeaderUsage = {readonly name: string; times: number; readonly values: Map<string, number>}

function collectHeaders(rows: readonly Row[]): readonly {readonly name: string; readonly values: readonly string[]}[] {
  const used = new Map<string, HeaderUsage>()
  for (const row of rows) {
    const {rule} = row.peek()
    if (rule?.ruleType !== 'Headers') continue
    for (const {header, value = ''} of rule.pairs.flatMap(pair => pair.modifications)) {
      const name = header.trim()
      if (name === '') continue
      const known = used.get(name.toLowerCase()) ?? {name, times: 0, values: new Map<string, number>()}
      known.times++
      if (value !== '' && value.length <= longestValue) known.values.set(value, (known.values.get(value) ?? 0) + 1)
      used.set(name.toLowerCase(), known)
    }
  }
  return [...used.values()]
    .toSorted((a, b) => b.times - a.times)
    .map(({name, values}) => ({
      name,
      values: [...values]
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, mostValues)
        .map(([value]) => value),
    }))
}

/** Suggestions for header fields: the names and values of other rules, then the usual names. */
export function HeaderSuggestions() {
  const {library} = usePage()
  // Not updated while typing, since a changing list would be distracting.
  const own = useMemo(() => collectHeaders(library.rows.peek()), [library.isComplete.value])
  const ownNames = new Set(own.map(({name}) => name.toLowerCase()))
  const names = [...own.map(({name}) => name), ...headerNames.filter(name => !ownNames.has(name.toLowerCase()))]
  return (
    <div hidden>
      <datalist id={headerNamesList}>
        {names.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {own.map(({name, values}) => (
        <datalist key={name} id={headerValuesList(name)}>
          {values.map(value => (
            <option key={value} value={value} />
          ))}
        </datalist>
      ))}
    </div>
  )
}
