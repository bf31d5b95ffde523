import type {Rule} from '../model/rule'
import type {RuleView} from '../model/views'
import {splitSearchTerms} from './search-terms'

const sourceKeys: ReadonlySet<unknown> = new Set(['url', 'host', 'path'])

// Nobody searches a list for a body of megabytes.
const longestText = 2_000

const machineFields = new Set(['id', 'operator', 'type', 'destinationType', 'target', 'mimeType'])
/** "car" must not find every rule with Wildcard_Matches in its record. */
const isOurWord = (name: string, value: unknown): boolean =>
  machineFields.has(name) || (name === 'key' && sourceKeys.has(value))

function collect(value: unknown, into: string[]): void {
  if (typeof value === 'string') {
    if (value.length <= longestText) into.push(value)
  } else if (typeof value === 'number') {
    into.push(String(value))
  } else if (Array.isArray(value)) {
    for (const each of value) collect(each, into)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) if (!isOurWord(name, each)) collect(each, into)
  }
}

const built = new WeakMap<object, string>()

/** The searched text: name, description, all values of all conditions. Built once per rule. */
export function getSearchText(view: RuleView): string {
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

/** Describes a rule as its row does. Passed in: the popup's first frame does not load it. */
type DescribeRule = (rule: Rule) => string

const searchTexts = new WeakMap<Rule, string>()

function getDescription({rule}: RuleView, says: DescribeRule): string {
  if (!rule) return ''
  const text = searchTexts.get(rule) ?? says(rule).toLowerCase()
  searchTexts.set(rule, text)
  return text
}

/** Every typed word must occur in the rule or in the description of its row. */
export function createRuleMatcher(typed: string, says: DescribeRule): (view: RuleView) => boolean {
  const terms = splitSearchTerms(typed)
  return view => {
    if (terms.length === 0) return true
    const text = getSearchText(view)
    return terms.every(term => text.includes(term) || getDescription(view, says).includes(term))
  }
}
