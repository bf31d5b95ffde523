import type {RuleView} from '../contract/views'

const sourceKeys: ReadonlySet<unknown> = new Set(['url', 'host', 'path'])

// A body of megabytes is not what anyone searches a list for.
const longestText = 2_000

const machineFields = new Set(['id', 'operator', 'type', 'destinationType', 'target', 'mimeType'])
/** "car" must not find every rule with Wildcard_Matches in its record. */
const isOurWord = (name: string, value: unknown): boolean =>
  machineFields.has(name) || (name === 'key' && sourceKeys.has(value))

function collect(value: unknown, into: string[]): void {
  if (typeof value === 'string') {
    if (value.length <= longestText) into.push(value)
  } else if (Array.isArray(value)) {
    for (const each of value) collect(each, into)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) if (!isOurWord(name, each)) collect(each, into)
  }
}

const built = new WeakMap<object, string>()

/** The text that is searched: name, description, and every value of every condition. Built once for each rule. */
export function searchTextOf(view: RuleView): string {
  const record = view.rule ?? view.record ?? view
  const known = built.get(record)
  if (known !== undefined) return known
  const texts: string[] = []
  if (view.rule) collect([view.rule.name, view.rule.description, view.rule.pairs], texts)
  else collect([view.id, view.record?.['name']], texts)
  const text = texts.join('\n').toLowerCase()
  built.set(record, text)
  return text
}

const termsOf = (typed: string): readonly string[] => typed.toLowerCase().split(/\s+/).filter(Boolean)

/** Every word typed must be found somewhere in the rule. */
export function matcherOf(typed: string): (view: RuleView) => boolean {
  const terms = termsOf(typed)
  return view => {
    if (terms.length === 0) return true
    const text = searchTextOf(view)
    return terms.every(term => text.includes(term))
  }
}

/** The text cut where a typed word is found, so that it can be shown in bold. */
export function found(text: string, typed: string): readonly {readonly text: string; readonly hit: boolean}[] {
  const terms = termsOf(typed)
  if (terms.length === 0) return [{text, hit: false}]
  const escaped = terms.map(term => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const parts = text.split(new RegExp(`(${escaped.join('|')})`, 'gi'))
  // split keeps the captured hits at the odd places.
  return parts.flatMap((part, index) => (part === '' ? [] : [{text: part, hit: index % 2 === 1}]))
}
